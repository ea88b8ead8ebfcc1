/** Everything this page asks of the store. A test holds it against the schema. */

export const Viewer = `query Viewer {
  viewer { id email name }
}`;

const userFields = 'id email name createdAt roles { name }';

export const Users = `query Users($filter: UserFilter, $page: Int) {
  users(filter: $filter, page: $page, perPage: 20, sort: [{ field: ID }]) {
    totalCount
    pages
    nodes { ${userFields} }
  }
}`;

export const User = `query User($id: ID!) {
  user(id: $id) {
    ${userFields}
    apiKeys { id name live createdAt lastUsedAt expiresAt revokedAt }
  }
}`;

export const CreateUser = `mutation CreateUser($input: CreateUserInput!) {
  createUser(input: $input) { id }
}`;

export const UpdateUser = `mutation UpdateUser($id: ID!, $input: UpdateUserInput!) {
  updateUser(id: $id, input: $input) { id }
}`;

export const GenerateApiKey = `mutation GenerateApiKey($userId: ID!, $name: String, $overlapSeconds: Int!) {
  generateApiKey(userId: $userId, name: $name, overlapSeconds: $overlapSeconds) { key }
}`;

export const RotateApiKey = `mutation RotateApiKey($id: ID!, $overlapSeconds: Int!) {
  rotateApiKey(id: $id, overlapSeconds: $overlapSeconds) { key }
}`;

export const RevokeOneApiKey = `mutation RevokeOneApiKey($id: ID!) {
  revokeOneApiKey(id: $id) { id }
}`;

export const Roles = `query Roles {
  roles(perPage: 500) { nodes { id name builtIn permissions } }
}`;

export const CreateRole = `mutation CreateRole($input: CreateRoleInput!) {
  createRole(input: $input) { id }
}`;

export const UpdateRole = `mutation UpdateRole($id: ID!, $input: UpdateRoleInput!) {
  updateRole(id: $id, input: $input) { id }
}`;

export const DeleteRole = `mutation DeleteRole($id: ID!) {
  deleteRole(id: $id) { id }
}`;
