import { showHeader } from './header.js';
import { mendMarkup } from './reference-markup.js';
import { recallSession } from './session.js';

/** Swagger UI has colours for the dark, and leaves it to the page when they are shown. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const takeColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', takeColours);
takeColours();
showHeader();
mendMarkup();

await recallSession();
