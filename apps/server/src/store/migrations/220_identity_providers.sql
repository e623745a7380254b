-- The identity provider by which the staff of a firm sign in (OpenID Connect Core 1.0).
CREATE TABLE identity_providers (
  tenant_id         int PRIMARY KEY REFERENCES tenants,
  name              text NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  issuer            text NOT NULL,
  client_id         text NOT NULL,
  sealed_secret     bytea NOT NULL,
  scopes            text NOT NULL,             -- besides openid, profile and email
  groups_claim      text NOT NULL,
  is_enabled        boolean NOT NULL,
  is_required       boolean NOT NULL,          -- staff sign in by nothing else
  emergency_user_id int,                       -- except this one
  changed_by        int NOT NULL,              -- who decides which rights the groups give
  changed_at        timestamptz NOT NULL,
  CHECK (NOT is_required OR emergency_user_id IS NOT NULL),
  FOREIGN KEY (tenant_id, emergency_user_id) REFERENCES users,
  FOREIGN KEY (tenant_id, changed_by) REFERENCES users
);
SELECT protect_tenant_table('identity_providers');
GRANT SELECT, INSERT, UPDATE ON identity_providers TO tradebook_tenant;

CREATE TABLE provider_groups (
  tenant_id  int NOT NULL,
  group_name text NOT NULL CHECK (length(group_name) BETWEEN 1 AND 256),
  role_id    int NOT NULL,
  PRIMARY KEY (tenant_id, group_name, role_id),
  FOREIGN KEY (tenant_id, role_id) REFERENCES roles ON DELETE CASCADE
);
SELECT protect_tenant_table('provider_groups');
GRANT SELECT, INSERT, DELETE ON provider_groups TO tradebook_tenant;

-- Which user a provider means: a subject never changes and is never given to somebody else (Core 1.0, 2 and 5.7).
CREATE TABLE provider_subjects (
  tenant_id int NOT NULL,
  issuer    text NOT NULL,
  subject   text NOT NULL,
  user_id   int NOT NULL,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, issuer, subject),
  UNIQUE (tenant_id, issuer, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX provider_subjects_of_user ON provider_subjects (tenant_id, user_id);
SELECT protect_tenant_table('provider_subjects');
GRANT SELECT, INSERT, DELETE ON provider_subjects TO tradebook_tenant;

-- A sign-in that was begun: it is ended once, within minutes, in the browser that began it.
CREATE TABLE provider_sign_ins (
  tenant_id  int NOT NULL,
  state      bytea NOT NULL,                   -- SHA-256
  bound_to   bytea NOT NULL,                   -- SHA-256 of the browser's cookie
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, state)
);
CREATE INDEX provider_sign_ins_by_end ON provider_sign_ins (tenant_id, expires_at);
SELECT protect_tenant_table('provider_sign_ins');
GRANT SELECT, INSERT, DELETE ON provider_sign_ins TO tradebook_tenant;

-- Where a session began with a provider: who it is there, and the session there where it has a name.
ALTER TABLE sessions
  ADD provider_issuer text,
  ADD provider_subject text,
  ADD provider_session text;
CREATE INDEX sessions_by_provider ON sessions (tenant_id, provider_subject) WHERE provider_subject IS NOT NULL;
