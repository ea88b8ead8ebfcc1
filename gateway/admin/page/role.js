import { h } from '/pages/h.js';
import { confirmAct } from './dialogs.js';
import { card, inGraphiQL, nameOf, titleRow } from './elements.js';
import { form, textField } from './form.js';
import { announce, leaveFor } from './notices.js';
import { CreateRole, DeleteRole, Role as RoleQuery, UpdateRole, Users } from './operations.js';
import { permissionChoice } from './permission-choice.js';
import { usersOf } from './roles.js';
import { ask, askIfAllowed } from './store.js';

/** @typedef {import('./role-choice.js').Role} Role */
/** @typedef {import('/pages/session.js').Person} Person */
/** @typedef {{ name: string, permissions: string[] }} RoleInput */

/**
 * A form for a new role, which may begin as a copy of another.
 * @param {URLSearchParams} query of the address: `copy`, the id of a role
 * @param {Person} viewer who is signed in
 */
export async function newRoleView(query, viewer) {
  const copied = query.get('copy');
  const role = copied === null ? null : (await ask(RoleQuery, { id: copied })).role;
  const save = async (/** @type {RoleInput} */ input) => {
    await ask(CreateRole, { input });
    leaveFor('#/roles', 'Role created.');
  };
  const start = role && { ...role, name: `${role.name}_copy` };
  return rolePage(
    titleRow(role ? `Copy of ${role.name}` : 'New role'),
    h('section.card', roleForm('Create role', start, viewer, save)),
  );
}

/**
 * A role: to be changed, or where it is built in to be looked at and copied; and who has it.
 * @param {string} id
 * @param {Person} viewer who is signed in
 * @param {() => Promise<void>} rebuild shows the view anew
 */
export async function roleView(id, viewer, rebuild) {
  /** @type {{ role: Role & { lockVersion: number } }} */
  const { role } = await ask(RoleQuery, { id });
  let ifVersion = role.lockVersion;
  const save = async (/** @type {RoleInput} */ input) => {
    const { updateRole } = await ask(UpdateRole, { id, input, ifVersion });
    ifVersion = updateRole.role.lockVersion;
    // the title, the links and the question whether to delete it have the name too
    if (updateRole.role.name !== role.name) await rebuild();
    announce('Saved.');
  };
  return rolePage(
    titleRow(
      role.name,
      inGraphiQL(RoleQuery, { id }),
      h('a.button', { href: `#/roles/new?copy=${id}` }, 'Copy to a new role'),
    ),
    await holdersOf(role),
    role.builtIn
      ? card(
          'allows',
          'What it allows',
          h('p.hint', 'A built-in role cannot be changed. Copy it to start from it.'),
          permissionChoice(role.permissions, { held: [], locked: true }).element,
        )
      : card('allows', 'Name and permissions', roleForm('Save', role, viewer, save)),
    role.builtIn
      ? null
      : card(
          'delete',
          'Delete',
          h('p', 'A role that somebody has cannot be deleted: take it away from its users first.'),
          h(
            'p.actions',
            h('button.danger', { type: 'button', click: () => askDelete(role) }, 'Delete role'),
          ),
        ),
  );
}

/** @param {...(Node | null)} content */
const rolePage = (...content) => [h('p.back', h('a', { href: '#/roles' }, 'Roles')), ...content];

/** @param {Role} role */
function askDelete({ id, name }) {
  confirmAct({
    title: `Delete ${name}?`,
    text: 'It cannot be undone.',
    label: 'Delete',
    kind: 'danger',
    act: () => ask(DeleteRole, { id }),
    after: async () => {
      leaveFor('#/roles', 'Role deleted.');
    },
  });
}

/**
 * The first users who have a role, and where the others are.
 * @param {Role} role
 */
async function holdersOf({ name }) {
  const answer = await askIfAllowed(Users, { role: name });
  const holders = () => {
    if (answer === null) return h('p.notice', 'You may not see users (users.index, users.read).');
    const { users } = answer;
    if (users.totalCount === 0) return h('p', 'Nobody. Give it to a user under Users.');
    const others = users.totalCount - users.nodes.length;
    return h(
      'p.holders',
      ...users.nodes.map((/** @type {import('./users.js').User} */ user) =>
        h('a', { href: `#/users/${user.id}` }, nameOf(user)),
      ),
      others > 0 && h('a', { href: usersOf(name) }, `and ${others} more`),
    );
  };
  return card('holders', 'Who has it', holders());
}

/**
 * @param {string} label
 * @param {Pick<Role, 'name' | 'permissions'> | null} role
 * @param {Person} viewer
 * @param {(input: RoleInput) => Promise<void>} save
 */
function roleForm(label, role, viewer, save) {
  const name = textField(
    {
      id: 'role-name',
      name: 'name',
      label: 'Name',
      hint: 'a to z, 0 to 9 and _, such as packing_clerk',
    },
    { value: role?.name ?? '' },
  );
  const permissions = permissionChoice(role?.permissions ?? [], { held: viewer.permissions });
  const hint = viewer.permissions.includes('*')
    ? null
    : h('p.hint', 'You can give permissions that you hold yourself.');
  const submit = () => save({ name: name.control.value, permissions: permissions.chosen() });
  return form({ label, submit }, name.element, hint, permissions.element);
}
