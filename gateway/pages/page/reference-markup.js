/**
 * What Swagger UI's markup lacks for who hears the page or uses the keyboard alone: which elements, and the
 * attributes they get; null takes one away.
 * @type {readonly { readonly selector: string, readonly attributes: Readonly<Record<string, string | null>> }[]}
 */
const amends = [
  {
    selector: '.information-container',
    attributes: { role: 'region', 'aria-label': 'About this format' },
  },
  {
    selector: '.scheme-container',
    attributes: { role: 'region', 'aria-label': 'Server and credentials' },
  },
  { selector: '#servers', attributes: { 'aria-label': 'Server' } },
  // headings by what they stand below, not by their size
  { selector: 'h3.opblock-tag, .models > h4, .modal-ux h3', attributes: { 'aria-level': '2' } },
  { selector: '.opblock-body h4, .modal-ux h4', attributes: { 'aria-level': '3' } },
  { selector: '.opblock-body h5', attributes: { 'aria-level': '4' } },
  { selector: '.examples-select-element', attributes: { 'aria-label': 'Example' } },
  { selector: 'textarea.body-param__text', attributes: { 'aria-label': 'Request body' } },
  // it is moved by the keyboard too
  { selector: 'pre.microlight', attributes: { tabindex: '0' } },
  // tables that say they are something else
  { selector: 'table.responses-table', attributes: { role: null } },
  // names that differ from what is written on the button
  { selector: '.auth-btn-wrapper .modal-btn', attributes: { 'aria-label': null } },
  { selector: '.modal-ux .close-modal', attributes: { 'aria-label': 'Close' } },
];

/** Fields of parameters have the name in the cell beside them. */
const fields = 'tr[data-param-name] :is(input, select, textarea):not(.examples-select-element)';

/** Amends what is there, and whatever Swagger UI adds later. */
export function mendMarkup() {
  new MutationObserver(mendAll).observe(document.body, { childList: true, subtree: true });
  mendAll();
}

function mendAll() {
  for (const { selector, attributes } of amends) {
    for (const element of document.querySelectorAll(selector)) mend(element, attributes);
  }
  for (const field of document.querySelectorAll(fields)) {
    const name = field.closest('tr')?.getAttribute('data-param-name') ?? null;
    mend(field, { 'aria-label': name });
  }
}

/**
 * @param {Element} element
 * @param {Readonly<Record<string, string | null>>} attributes
 */
function mend(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}
