/** Everything this page asks of the store. A test holds it against the schema. */

const userFields = 'id email name createdAt disabledAt roles { id name }';

export const Users = `query Users($filter: UserFilter, $page: Int, $staff: Boolean, $role: String) {
  users(
    filter: $filter
    page: $page
    perPage: 20
    sort: [{ field: ID }]
    staff: $staff
    role: $role
  ) {
    totalCount
    pages
    currentPage
    nodes { ${userFields} }
  }
}`;

export const User = `query User($id: ID!) {
  user(by: { id: $id }) {
    ${userFields}
    lockVersion
    apiKeys {
      id
      name
      prefix
      lastFour
      live
      createdAt
      lastUsedAt
      expiresAt
      revokedAt
    }
  }
}`;

export const CreateUser = `mutation CreateUser($input: CreateUserInput!) {
  createUser(input: $input) { id }
}`;

export const UpdateUser = `mutation UpdateUser($id: ID!, $input: UpdateUserInput!, $ifVersion: Int) {
  updateUser(by: { id: $id }, input: $input, ifVersion: $ifVersion) {
    user { id lockVersion }
    userErrors { code field message }
  }
}`;

export const DisableUser = `mutation DisableUser($id: ID!) {
  disableUser(by: { id: $id }) { user { id lockVersion } userErrors { code field message } }
}`;

export const EnableUser = `mutation EnableUser($id: ID!) {
  enableUser(by: { id: $id }) { user { id lockVersion } userErrors { code field message } }
}`;

export const GenerateApiKey = `mutation GenerateApiKey($userId: ID!, $name: String) {
  generateApiKey(userId: $userId, name: $name) { key }
}`;

export const RotateApiKey = `mutation RotateApiKey($id: ID!, $overlapSeconds: Int!) {
  rotateApiKey(id: $id, overlapSeconds: $overlapSeconds) { key userErrors { code field message } }
}`;

export const RevokeOneApiKey = `mutation RevokeOneApiKey($id: ID!) {
  revokeOneApiKey(id: $id) { apiKey { id } userErrors { code field message } }
}`;

export const Roles = `query Roles($page: Int) {
  roles(page: $page, perPage: 500) {
    totalCount
    pages
    currentPage
    nodes { id name builtIn permissions }
  }
}`;

export const Role = `query Role($id: ID!) {
  role(id: $id) { id name builtIn permissions lockVersion }
}`;

export const AuditLog = `query AuditLog($filter: AuditEntryFilter, $page: Int) {
  auditLog(filter: $filter, page: $page, perPage: 25) {
    totalCount
    pages
    currentPage
    nodes {
      id
      createdAt
      actor
      userId
      apiKeyId
      address
      action
      subjectType
      subjectId
      changes { name from to }
    }
  }
}`;

export const Names = `query Names($ids: [ID!]) {
  users(filter: { id: { in: $ids } }, perPage: 100) {
    nodes { id name email }
  }
}`;

export const CreateRole = `mutation CreateRole($input: CreateRoleInput!) {
  createRole(input: $input) { id }
}`;

export const UpdateRole = `mutation UpdateRole($id: ID!, $input: UpdateRoleInput!, $ifVersion: Int) {
  updateRole(id: $id, input: $input, ifVersion: $ifVersion) {
    role { id name lockVersion }
    userErrors { code field message }
  }
}`;

export const DeleteRole = `mutation DeleteRole($id: ID!) {
  deleteRole(id: $id) { role { id } userErrors { code field message } }
}`;
