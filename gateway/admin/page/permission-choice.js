import { h } from '/pages/h.js';
import { tick, ticked } from './form.js';
import { holds, permissionGroups } from './permissions.js';

/**
 * Check boxes for all permissions, by what they are about.
 * @param {readonly string[]} given those that are checked
 * @param {{ readonly held: readonly string[], readonly locked?: boolean }} limits `held`: what the reader may give;
 *   `locked`: to be looked at only
 */
export function permissionChoice(given, { held, locked = false }) {
  /** @param {string} permission @param {string} says */
  const tickOf = (permission, says) => {
    const [id, checked] = [`permission-${permission}`, given.includes(permission)];
    const box = { id, value: permission, checked, change: refresh };
    return tick(box, says, h('code', permission));
  };
  /** Boxes that a wider one includes show so, and cannot be changed by themselves. */
  const refresh = () => {
    const chosen = ticked(element);
    for (const box of element.querySelectorAll('input')) {
      const others = chosen.filter((permission) => permission !== box.value);
      const included = box.value !== '*' && holds(others, box.value);
      box.indeterminate = included && !box.checked;
      // who holds less may still take away
      box.disabled = locked || included || (!holds(held, box.value) && !box.checked);
    }
  };
  const element = h(
    'fieldset.permissions',
    { 'data-field': 'permissions', 'aria-describedby': 'permissions-error' },
    h('legend', 'Permissions'),
    h('p.error', { id: 'permissions-error', 'data-error': 'permissions' }),
    tickOf('*', 'Everything, also what is added later'),
    h(
      'div.groups',
      ...permissionGroups.map(({ resource, title, actions }) =>
        h(
          'fieldset',
          h('legend', title),
          tickOf(`${resource}.*`, 'All of these'),
          ...Object.entries(actions).map(([action, says]) => tickOf(`${resource}.${action}`, says)),
        ),
      ),
    ),
  );
  /** What is chosen, without what a wider permission includes. */
  const chosen = () => {
    const all = ticked(element);
    const others = (/** @type {string} */ each) => all.filter((other) => other !== each);
    return all.filter((each) => !holds(others(each), each));
  };
  refresh();
  return { element, chosen };
}
