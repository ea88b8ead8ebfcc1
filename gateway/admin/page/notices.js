import { h } from '/pages/h.js';

/** How long a notice stays, in milliseconds; while it is pointed at or has the focus it does not leave. */
const stayMs = 5_000;

/**
 * Tells something that went well, also to who cannot see it; an empty text takes away what was told before.
 * @param {string} text
 */
export function announce(text) {
  const place = document.querySelector('#status');
  if (!place) return;
  place.replaceChildren();
  if (text === '') return;
  /** @type {HTMLDivElement} */
  const notice = h(
    'div.toast',
    h('span', text),
    h('button', { type: 'button', 'aria-label': 'Dismiss', click: () => notice.remove() }, '×'),
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let leaving;
  const stay = () => clearTimeout(leaving);
  const leave = () => {
    stay();
    if (!notice.matches(':hover, :focus-within'))
      leaving = setTimeout(() => notice.remove(), stayMs);
  };
  for (const event of ['mouseenter', 'focusin']) notice.addEventListener(event, stay);
  for (const event of ['mouseleave', 'focusout']) {
    // what has just lost the focus still matches
    notice.addEventListener(event, () => setTimeout(leave));
  }
  place.append(notice);
  leave();
}

/** What to tell once the next view is there. */
let pending = '';

/**
 * Goes to another view, and tells there what went well here.
 * @param {string} address
 * @param {string} text
 */
export function leaveFor(address, text) {
  pending = text;
  location.hash = address;
}

/** Tells what the former view left to tell, and takes away what was told before. */
export function announceArrival() {
  announce(pending);
  pending = '';
}
