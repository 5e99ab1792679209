/** The number of this schema. Each change of it raises the number and adds a step to `upgrades.ts`. */
export const SCHEMA_VERSION = 22;

/**
 * The tables of a store, as a new database gets them; an upgraded one has the same. Both databases take each statement.
 * People's and models' words are sealed: `payload`, `facts`, `title`, `place`, `result`, `decision`, `settings`. A `seal` without words binds the columns of its row.
 */
export const SCHEMA: readonly string[] = [
  `CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL)`,

  `CREATE TABLE chats (
    account_id text NOT NULL, id text NOT NULL, title text NOT NULL, title_from text NOT NULL DEFAULT 'message', key_id text NOT NULL DEFAULT '',
    next_seq bigint NOT NULL, epoch bigint NOT NULL DEFAULT 0, created_at bigint NOT NULL, updated_at bigint NOT NULL,
    place text NOT NULL DEFAULT '', place_key_id text NOT NULL DEFAULT '', deleted_at bigint,
    news text NOT NULL DEFAULT '', news_seq bigint NOT NULL DEFAULT 0, PRIMARY KEY (account_id, id)
  )`,
  `CREATE INDEX chats_deleted ON chats (account_id, deleted_at) WHERE deleted_at IS NOT NULL`,
  // Folders of chats.
  `CREATE TABLE projects (
    account_id text NOT NULL, id text NOT NULL, payload text NOT NULL, key_id text NOT NULL, created_at bigint NOT NULL, deleted_at bigint, PRIMARY KEY (account_id, id)
  )`,

  // The events of a chat: finished messages, and what was undone in them later. `proof` tells that this server wrote the payload.
  `CREATE TABLE chat_events (
    account_id text NOT NULL, chat_id text NOT NULL, seq bigint NOT NULL, kind text NOT NULL, msg_id text NOT NULL, payload text NOT NULL,
    proof text NOT NULL DEFAULT '', key_id text NOT NULL DEFAULT '', op_id text, hidden_by text, fork text, ts bigint NOT NULL,
    PRIMARY KEY (account_id, chat_id, seq)
  )`,
  `CREATE UNIQUE INDEX chat_events_op ON chat_events (account_id, op_id)`,

  // The messages that wait for the turn before them. `proof` tells that this server wrote the payload.
  `CREATE TABLE queued_messages (
    account_id text NOT NULL, chat_id text NOT NULL, id text NOT NULL, place bigint NOT NULL, payload text NOT NULL, proof text NOT NULL,
    key_id text NOT NULL, created_at bigint NOT NULL, PRIMARY KEY (account_id, chat_id, id)
  )`,

  `CREATE TABLE runs (
    account_id text NOT NULL, id text NOT NULL, chat_id text NOT NULL, model text NOT NULL, status text NOT NULL, fence bigint NOT NULL, owner text,
    lease_until bigint NOT NULL DEFAULT 0, next_seq bigint NOT NULL, wake_at bigint, cancel_at bigint, cancel_reason text,
    background bigint NOT NULL DEFAULT 0, wants_floor bigint NOT NULL DEFAULT 0, seal text NOT NULL DEFAULT '',
    key_id text NOT NULL DEFAULT '', settings text NOT NULL DEFAULT '', created_at bigint NOT NULL, PRIMARY KEY (account_id, id)
  )`,
  `CREATE INDEX runs_open ON runs (account_id, created_at, id) WHERE status IN ('ready', 'waiting')`,
  `CREATE INDEX runs_of_chat ON runs (account_id, chat_id) WHERE status IN ('ready', 'waiting')`,

  // The log.
  `CREATE TABLE run_events (
    account_id text NOT NULL, run_id text NOT NULL, seq bigint NOT NULL, fence bigint NOT NULL, type text NOT NULL, step bigint, attempt bigint,
    payload text NOT NULL, key_id text NOT NULL DEFAULT '', ts bigint NOT NULL, PRIMARY KEY (account_id, run_id, seq)
  )`,

  `CREATE TABLE approvals (
    account_id text NOT NULL, run_id text NOT NULL, id text NOT NULL, seq bigint NOT NULL, step bigint NOT NULL, tool_use_id text NOT NULL, tool text NOT NULL,
    status text NOT NULL, decision text, key_id text, decided_by text, expires_at bigint,
    asked_at bigint NOT NULL, decided_at bigint, PRIMARY KEY (account_id, run_id, id)
  )`,

  // Answers of commands, so that a command that comes twice is done once.
  `CREATE TABLE commands (
    account_id text NOT NULL, id text NOT NULL, actor text NOT NULL DEFAULT '', result text NOT NULL, ts bigint NOT NULL, PRIMARY KEY (account_id, id)
  )`,

  `CREATE TABLE rules (
    account_id text NOT NULL, id text NOT NULL, scope text NOT NULL, of_id text NOT NULL, payload text NOT NULL, key_id text NOT NULL,
    created_at bigint NOT NULL, PRIMARY KEY (account_id, scope, of_id, id)
  )`,
  // The instructions and settings of the account (`of_id` is empty) and of chats.
  `CREATE TABLE answer_settings (
    account_id text NOT NULL, scope text NOT NULL, of_id text NOT NULL, payload text NOT NULL, key_id text NOT NULL, rev bigint NOT NULL,
    PRIMARY KEY (account_id, scope, of_id)
  )`,
  `CREATE TABLE memories (
    account_id text NOT NULL, id text NOT NULL, payload text NOT NULL, key_id text NOT NULL, updated_at bigint NOT NULL, PRIMARY KEY (account_id, id)
  )`,

  `CREATE TABLE restores (
    account_id text NOT NULL, id text NOT NULL, chat_id text NOT NULL, status text NOT NULL, from_seq bigint, to_seq bigint NOT NULL,
    epoch bigint NOT NULL, hidden bigint NOT NULL, checkpoint_id text, undo_checkpoint_id text, result text, undo_result text,
    key_id text NOT NULL, command_id text NOT NULL, ts bigint NOT NULL, PRIMARY KEY (account_id, id)
  )`,

  // The tables that people have edited, in versions. Their cells and all that is told about them is sealed.
  `CREATE TABLE sheet_versions (
    account_id text NOT NULL, chat_id text NOT NULL, id text NOT NULL, embed text NOT NULL, rev bigint NOT NULL, facts text NOT NULL,
    payload text NOT NULL, key_id text NOT NULL, PRIMARY KEY (account_id, chat_id, id)
  )`,
  `CREATE UNIQUE INDEX sheet_versions_rev ON sheet_versions (account_id, chat_id, rev)`,

  // The files of messages: an upload belongs to the account, then to the chat of its message, where `word` stands for its content.
  `CREATE TABLE files (
    account_id text NOT NULL, id text NOT NULL, chat_id text, status text NOT NULL, size bigint NOT NULL, word text NOT NULL,
    facts text NOT NULL, key_id text NOT NULL, touched_at bigint NOT NULL, PRIMARY KEY (account_id, id)
  )`,
  `CREATE UNIQUE INDEX files_of_chat ON files (account_id, chat_id, word) WHERE word <> ''`,
  // SQLite keeps bytes as they are under any name of a type.
  `CREATE TABLE file_pieces (
    account_id text NOT NULL, file_id text NOT NULL, place bigint NOT NULL, payload bytea NOT NULL, PRIMARY KEY (account_id, file_id, place)
  )`,
  // The messages that have a file.
  `CREATE TABLE file_refs (
    account_id text NOT NULL, chat_id text NOT NULL, msg_id text NOT NULL, file_id text NOT NULL, PRIMARY KEY (account_id, chat_id, msg_id, file_id)
  )`,
  `CREATE INDEX file_refs_of_file ON file_refs (account_id, file_id)`,

  // The files of a workspace that a person lets instruct models.
  `CREATE TABLE trusted_files (
    account_id text NOT NULL, workspace text NOT NULL, payload text NOT NULL, key_id text NOT NULL, PRIMARY KEY (account_id, workspace)
  )`,

  // The keys of people. A vault is the public half of an account's vault key; each wrap has the vault key, encrypted with a credential.
  // `public` is the public half of a credential that is no home key; `session` the session of the device that has it.
  `CREATE TABLE vaults (account_id text PRIMARY KEY, public text NOT NULL, created_at bigint NOT NULL)`,
  `CREATE TABLE vault_wraps (
    account_id text NOT NULL, id text NOT NULL, kind text NOT NULL, payload text NOT NULL, created_at bigint NOT NULL, public text NOT NULL DEFAULT '',
    facts text NOT NULL DEFAULT '', key_id text NOT NULL DEFAULT '', session text NOT NULL DEFAULT '', seen_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, id)
  )`,
  // The secrets of chats. A row never changes.
  `CREATE TABLE chat_keys (
    account_id text NOT NULL, chat_id text NOT NULL, key_id text NOT NULL, public text NOT NULL, sealed text NOT NULL, made_by text NOT NULL,
    tag text NOT NULL, created_at bigint NOT NULL, PRIMARY KEY (account_id, chat_id, key_id)
  )`,
  // The keys of runs, each sealed to the key of its chat, and while the run is open also in a capsule.
  `CREATE TABLE run_keys (
    account_id text NOT NULL, run_id text NOT NULL, sealed text NOT NULL, capsule text NOT NULL, capsule_key text NOT NULL,
    PRIMARY KEY (account_id, run_id)
  )`,
  `CREATE INDEX run_keys_open ON run_keys (capsule_key) WHERE capsule <> ''`,
  // The secrets of the chats of open runs, where no home key opens the vault.
  `CREATE TABLE chat_capsules (
    account_id text NOT NULL, run_id text NOT NULL, key_id text NOT NULL, chat_id text NOT NULL, capsule text NOT NULL, capsule_key text NOT NULL,
    PRIMARY KEY (account_id, run_id, key_id)
  )`,
  `CREATE INDEX chat_capsules_of_chat ON chat_capsules (account_id, chat_id)`,
  // The chats whose runs have no capsules there.
  `CREATE TABLE sealed_chats (account_id text NOT NULL, chat_id text NOT NULL, PRIMARY KEY (account_id, chat_id))`,
  // Links that add a device, with the device that came by each.
  `CREATE TABLE device_links (
    id text PRIMARY KEY, account_id text NOT NULL, hash text NOT NULL UNIQUE, payload text NOT NULL, key_id text NOT NULL, expires_at bigint NOT NULL
  )`,

  // The people who use the server. A role or status that was changed without the key makes the row unreadable.
  `CREATE TABLE accounts (
    id text PRIMARY KEY, role text NOT NULL, status text NOT NULL, payload text NOT NULL, key_id text NOT NULL, created_at bigint NOT NULL
  )`,
  `CREATE TABLE invitations (
    id text PRIMARY KEY, hash text NOT NULL UNIQUE, role text NOT NULL, payload text NOT NULL, key_id text NOT NULL,
    expires_at bigint NOT NULL, created_at bigint NOT NULL
  )`,
  `CREATE TABLE start_tokens (
    hash text PRIMARY KEY, account_id text NOT NULL, confirmed_at bigint, expires_at bigint NOT NULL, seal text NOT NULL, key_id text NOT NULL
  )`,
  `CREATE TABLE sessions (
    hash text PRIMARY KEY, key_hash text NOT NULL, account_id text NOT NULL, payload text NOT NULL, key_id text NOT NULL,
    created_at bigint NOT NULL, seen_at bigint NOT NULL, confirmed_at bigint NOT NULL, expires_at bigint NOT NULL
  )`,
  `CREATE INDEX sessions_of_account ON sessions (account_id)`,
  // The scopes are separated by spaces.
  `CREATE TABLE api_tokens (
    id text PRIMARY KEY, hash text NOT NULL UNIQUE, account_id text NOT NULL, scopes text NOT NULL, payload text NOT NULL, key_id text NOT NULL,
    created_at bigint NOT NULL, used_at bigint, expires_at bigint
  )`,
  `CREATE INDEX api_tokens_of_account ON api_tokens (account_id)`,
  // Passkeys and passphrases. `lookup` is a word for the name that a person or a device says, under the key of the store.
  `CREATE TABLE credentials (
    id text PRIMARY KEY, account_id text NOT NULL, kind text NOT NULL, lookup text NOT NULL UNIQUE, payload text NOT NULL, key_id text NOT NULL,
    created_at bigint NOT NULL, used_at bigint NOT NULL
  )`,
  `CREATE INDEX credentials_of_account ON credentials (account_id)`,
  // Texts that devices must sign.
  `CREATE TABLE challenges (
    hash text PRIMARY KEY, purpose text NOT NULL, account_id text NOT NULL, expires_at bigint NOT NULL, seal text NOT NULL, key_id text NOT NULL
  )`,
  `CREATE INDEX challenges_by_end ON challenges (expires_at)`,
  // Wrong sign-ins, by a word for the name or the address, under the key of the store.
  `CREATE TABLE attempts (
    id text PRIMARY KEY, tries bigint NOT NULL, since bigint NOT NULL, held_until bigint NOT NULL, expires_at bigint NOT NULL
  )`,
  `CREATE INDEX attempts_by_end ON attempts (expires_at)`,
];
