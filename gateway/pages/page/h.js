/** @typedef {Node | string | null | false} Child */
/** @typedef {Record<string, string | number | boolean | null | ((event: Event) => unknown)>} Attributes */

/**
 * Makes an element. Functions listen to the event of their name; what is null or false is left out.
 * Text is only ever set as text, so that no name of a user can become markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== null && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}
