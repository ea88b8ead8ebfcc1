-- AlterTable
ALTER TABLE "users" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_start_admin" BOOLEAN NOT NULL DEFAULT false;

-- At most one user is the admin of a start.
CREATE UNIQUE INDEX "users_start_admin_key" ON "users" ("is_start_admin") WHERE "is_start_admin";

-- The admin of former starts: of those with the role `admin` the one who was there first.
UPDATE users SET is_start_admin = true
WHERE id = (SELECT min(g.user_id) FROM user_roles g JOIN roles r ON r.id = g.role_id WHERE r.name = 'admin');

-- `users.*` now allows `users.impersonate` as well. Roles that have it keep what it allowed before.
INSERT INTO role_permissions (role_id, permission)
SELECT p.role_id, named.permission
FROM role_permissions p
CROSS JOIN (VALUES ('users.index'), ('users.read'), ('users.create'), ('users.update')) AS named (permission)
WHERE p.permission = 'users.*'
ON CONFLICT DO NOTHING;
DELETE FROM role_permissions WHERE permission = 'users.*';
