import { h } from '/pages/h.js';
import { holds, permissionGroups } from './permissions.js';

/**
 * Check boxes for all permissions, by what they are about.
 * @param {readonly string[]} given those that are checked
 * @param {{ readonly held: readonly string[], readonly locked?: boolean }} limits `held`: what the reader may give;
 *   `locked`: to be looked at only
 */
export function permissionChoice(given, { held, locked = false }) {
  /** @param {string} permission @param {string} says */
  const tick = (permission, says) => {
    const id = `permission-${permission}`;
    const box = h('input', {
      type: 'checkbox',
      id,
      value: permission,
      checked: given.includes(permission),
      'aria-describedby': `${id}-name`,
      change: refresh,
    });
    const name = h('code', { id: `${id}-name` }, permission);
    return h('div', { class: 'tick' }, box, h('label', { for: id }, says), name);
  };
  /** Boxes that a wider one includes show so, and cannot be changed by themselves. */
  const refresh = () => {
    const chosen = choose();
    for (const box of boxes()) {
      const others = chosen.filter((permission) => permission !== box.value);
      const included = box.value !== '*' && holds(others, box.value);
      box.indeterminate = included && !box.checked;
      // who holds less may still take away
      box.disabled = locked || included || (!holds(held, box.value) && !box.checked);
    }
  };
  const element = h(
    'fieldset',
    { class: 'permissions', 'data-field': 'permissions', 'aria-describedby': 'permissions-error' },
    h('legend', {}, 'Permissions'),
    h('p', { class: 'error', id: 'permissions-error', 'data-error': 'permissions' }),
    tick('*', 'Everything, also what is added later'),
    h(
      'div',
      { class: 'groups' },
      ...permissionGroups.map(({ resource, title, actions }) =>
        h(
          'fieldset',
          {},
          h('legend', {}, title),
          tick(`${resource}.*`, 'All of these'),
          ...Object.entries(actions).map(([action, says]) => tick(`${resource}.${action}`, says)),
        ),
      ),
    ),
  );
  const boxes = () => [...element.querySelectorAll('input')];
  const choose = () =>
    boxes()
      .filter(({ checked }) => checked)
      .map(({ value }) => value);
  /** What is chosen, without what a wider permission includes. */
  const chosen = () => {
    const all = choose();
    return all.filter(
      (each) =>
        !holds(
          all.filter((other) => other !== each),
          each,
        ),
    );
  };
  refresh();
  return { element, chosen };
}
