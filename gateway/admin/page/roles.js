import { confirmAct } from './dialogs.js';
import { announce, field, h, heading, leaveFor, textField } from './elements.js';
import { form } from './form.js';
import { CreateRole, DeleteRole, Roles, UpdateRole } from './operations.js';
import { ask, Failure } from './store.js';

/** @typedef {import('./role-choice.js').Role} Role */

/** @returns {Promise<Role[]>} */
async function readRoles() {
  const { roles } = await ask(Roles);
  return roles.nodes;
}

/** All roles and what they allow. */
export async function rolesView() {
  const roles = await readRoles();
  const head = ['Role', 'Allows'].map((title) => h('th', { scope: 'col' }, title));
  return [
    h(
      'div',
      { class: 'title' },
      heading('Roles'),
      h('a', { class: 'button main', href: '#/roles/new' }, 'New role'),
    ),
    h('p', {}, 'Every user may read the catalogue and order. Roles allow more.'),
    h(
      'div',
      { class: 'table' },
      h('table', {}, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...roles.map(roleRow))),
    ),
  ];
}

/** @param {Role} role */
function roleRow({ id, name, builtIn, permissions }) {
  return h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      builtIn ? name : h('a', { href: `#/roles/${id}` }, name),
      builtIn && h('span', { class: 'beside' }, 'built in'),
    ),
    h(
      'td',
      { 'data-title': 'Allows' },
      ...permissions.map((permission) => h('code', { class: 'mark' }, permission)),
    ),
  );
}

/** A form for a new role. */
export function newRoleView() {
  const save = async (/** @type {RoleInput} */ input) => {
    await ask(CreateRole, { input });
    leaveFor('#/roles', 'The role is made.');
  };
  return Promise.resolve(rolePage('New role', roleForm('Create role', null, save)));
}

/**
 * The edit screen of a role.
 * @param {string} id
 */
export async function roleView(id) {
  const role = (await readRoles()).find((each) => String(each.id) === id);
  if (!role) throw new Failure('NOT_FOUND', 'There is no such role.');
  const save = async (/** @type {RoleInput} */ input) => {
    await ask(UpdateRole, { id, input });
    announce('Saved.');
  };
  const askDelete = () =>
    confirmAct({
      title: `Delete ${role.name}?`,
      text: 'A role that somebody has cannot be deleted.',
      label: 'Delete',
      kind: 'danger',
      act: async () => {
        await ask(DeleteRole, { id });
      },
      after: async () => {
        leaveFor('#/roles', 'The role is deleted.');
      },
    });
  return rolePage(
    role.name,
    roleForm('Save', role, save),
    h(
      'p',
      { class: 'actions apart' },
      h('button', { type: 'button', class: 'danger', click: askDelete }, 'Delete role'),
    ),
  );
}

/**
 * @param {string} title
 * @param {...Node} content
 */
const rolePage = (title, ...content) => [
  h('p', { class: 'back' }, h('a', { href: '#/roles' }, 'Roles')),
  heading(title),
  h('section', { class: 'card' }, ...content),
];

/** @typedef {{ name: string, permissions: string[] }} RoleInput */

/**
 * @param {string} label
 * @param {Role | null} role
 * @param {(input: RoleInput) => Promise<void>} save
 */
function roleForm(label, role, save) {
  const name = textField(
    { id: 'role-name', name: 'name', label: 'Name', hint: 'a to z, 0 to 9 and _' },
    { value: role?.name ?? '' },
  );
  const permissions = field(
    {
      id: 'role-permissions',
      name: 'permissions',
      label: 'Permissions',
      hint: 'One a line: orders.read for an action, orders.* for all of a resource, * for everything.',
    },
    (attributes) =>
      h(
        'textarea',
        { rows: 8, spellcheck: 'false', ...attributes },
        (role?.permissions ?? []).join('\n'),
      ),
  );
  const submit = () =>
    save({
      name: name.control.value,
      permissions: permissions.control.value.split(/\s+/).filter((word) => word !== ''),
    });
  return form({ label, submit }, name.element, permissions.element);
}
