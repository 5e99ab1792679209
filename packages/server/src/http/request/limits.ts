/** The limits of one server, counted in its memory; wrong sign-ins are counted in its store, by all servers there. */
export interface Limits {
  /** API tokens that nobody has, a minute, from one address. */
  readonly wrongTokens: number;
  /** Wrong sign-ins in 15 minutes, from one address or for one name. */
  readonly wrongSignIns: number;
  /** Challenges for passkeys a minute, for one address. */
  readonly challenges: number;
  /** New chats, messages and other changes a minute, of one device. */
  readonly commands: number;
  /** The same of all devices and tokens of one account together. */
  readonly allCommands: number;
  /** Decisions a minute, of one device. */
  readonly decisions: number;
  /** Previews of an edit a minute, of one device: one for each key at most. */
  readonly previews: number;
  /** Completions a minute, of one device: one for each key at most. */
  readonly completions: number;
  /** Requests of uploads a minute, of one device: one for each piece. */
  readonly uploads: number;
  /** Streams that one device holds open at once. */
  readonly streams: number;
  /** Connections that are open at once. */
  readonly connections: number;
  /** How long a request may take to arrive, and how long nobody may take what is answered. */
  readonly slowMs: number;
}

/** Far more than a person does, far less than a program can. */
export const LIMITS: Limits = {
  wrongTokens: 10,
  wrongSignIns: 10,
  challenges: 60,
  commands: 120,
  allCommands: 600,
  decisions: 120,
  previews: 600,
  completions: 600,
  uploads: 6000,
  streams: 100,
  connections: 12_000,
  slowMs: 30_000,
};
