/** @typedef {Node | string | null | false} Child */
/** @typedef {Record<string, string | number | boolean | null | ((event: Event) => unknown)>} Attributes */

/**
 * Makes an element: `h('p.hint', { id: 'why' }, text)`; the attributes may be left out. Functions listen to the
 * event of their name; what is null or false is left out.
 * Text is only ever set as text, so that no name of a user can become markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} selector the tag, and classes behind it
 * @param {...(Attributes | Child)} parts attributes first, then children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(selector, ...parts) {
  const [tag, ...classes] = selector.split('.');
  const element = document.createElement(/** @type {Tag} */ (tag));
  element.classList.add(...classes);
  for (const part of parts) {
    if (part === null || part === false) continue;
    if (typeof part === 'string' || part instanceof Node) element.append(part);
    else for (const [name, value] of Object.entries(part)) set(element, name, value);
  }
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {Attributes[string]} value
 */
function set(element, name, value) {
  if (typeof value === 'function') element.addEventListener(name, value);
  else if (value !== null && value !== false)
    element.setAttribute(name, value === true ? '' : String(value));
}
