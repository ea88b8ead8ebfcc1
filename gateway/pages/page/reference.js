import { showHeader } from './header.js';
import { recallSession } from './session.js';

/** Swagger UI has colours for the dark, and leaves it to the page when they are shown. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const takeColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', takeColours);
takeColours();
showHeader();

/** Parts of Swagger UI that who hears the page would not find. */
const parts = [
  { selector: '.information-container', role: 'region', label: 'About this format' },
  { selector: '.scheme-container', role: 'region', label: 'Server and credentials' },
  { selector: '#servers', role: null, label: 'Server' },
];

/** Names those parts, and tells the headings of resources as what they are: next below the title. */
function nameParts() {
  for (const { selector, role, label } of parts) {
    const part = document.querySelector(selector);
    if (role !== null) part?.setAttribute('role', role);
    part?.setAttribute('aria-label', label);
  }
  for (const heading of document.querySelectorAll('h3.opblock-tag, .models > h4')) {
    heading.setAttribute('aria-level', '2');
  }
}
new MutationObserver(nameParts).observe(document.body, { childList: true, subtree: true });
nameParts();

await recallSession();
