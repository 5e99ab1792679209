import { accountSealer } from '../seal/account-sealer.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Durability, ServerStore, Store } from '../store.ts';
import type { Dialect, Tx } from '../tx.ts';
import * as attempts from './account/attempt-verbs.ts';
import * as challenges from './account/challenge-verbs.ts';
import * as memories from './account/kept-memory-verbs.ts';
import { CHECK, getMeta } from './account/meta-verbs.ts';
import * as passkeys from './account/passkey-verbs.ts';
import * as passphrases from './account/passphrase-verbs.ts';
import * as people from './account/people-verbs.ts';
import * as rules from './account/rule-verbs.ts';
import * as sessions from './account/session-verbs.ts';
import * as tokens from './account/token-verbs.ts';
import * as trust from './account/trust-verbs.ts';
import * as answers from './answer-verbs.ts';
import * as approvals from './approval-verbs.ts';
import * as branches from './branch-verbs.ts';
import * as chats from './chat-verbs.ts';
import * as continues from './continue-verbs.ts';
import { eraseDeleted } from './erase-verbs.ts';
import * as floor from './floor-verbs.ts';
import * as followUps from './follow-up-verbs.ts';
import * as log from './log-verbs.ts';
import { ofAccount } from './of-account.ts';
import * as places from './place-verbs.ts';
import * as projects from './project-verbs.ts';
import * as restores from './restore-verbs.ts';
import * as reverts from './revert-verbs.ts';
import * as runs from './run-verbs.ts';
import * as sheets from './sheet-verbs.ts';
import * as titles from './title-verbs.ts';
import * as unread from './unread-verbs.ts';

/** The operations that a database must offer to be a store. */
export interface Driver {
  readonly dialect: Dialect;
  /** Runs a body as one transaction: all of it or, when it throws, nothing. It may be made and run again. */
  write<T>(body: () => Tx<T>, durability: Durability): Promise<T>;
  /** Runs a body of SELECTs. */
  read<T>(body: () => Tx<T>): Promise<T>;
  close(): Promise<void>;
}

/** The store that a driver and a key make: every verb is one body, so all databases do the same. */
export function storeOf(driver: Driver, sealer: Sealer): ServerStore {
  const { write, read, close } = driver;
  const durably = <T>(body: () => Tx<T>): Promise<T> => write(body, 'durable');
  const stores = new Map<string, Store>();
  return {
    of(account) {
      let store = stores.get(account);
      if (store === undefined) {
        store = accountStore(driver, accountSealer(sealer, account), account);
        stores.set(account, store);
      }
      return store;
    },
    putToken: (hash, account, expiresAt, confirmedAt) =>
      durably(() => sessions.putToken(sealer, hash, account, expiresAt, confirmedAt)),
    takeToken: (hash, now, account) => durably(() => sessions.takeToken(sealer, hash, now, account)),
    accountOfToken: (hash, now) => read(() => sessions.accountOfToken(sealer, hash, now)),
    putSession: (session) => durably(() => sessions.putSession(sealer, session)),
    findSession: (hash, keyHash, now) => read(() => sessions.findSession(sealer, hash, keyHash, now)),
    confirmSession: (hash, confirmedAt) => durably(() => sessions.confirmSession(sealer, hash, confirmedAt)),
    replaceSession: (hash, keyHash, account) =>
      durably(() => sessions.replaceSession(hash, keyHash, account)),
    // The time of a visit that is lost with the power is just older.
    touchSession: (hash, now) => write(() => sessions.touchSession(hash, now), 'relaxed'),
    listSessions: (account, now) => read(() => sessions.listSessions(sealer, account, now)),
    dropSession: (account, hash) => durably(() => sessions.dropSession(account, hash)),
    dropOtherSessions: (account, hash) => durably(() => sessions.dropOtherSessions(account, hash)),
    doors: () => read(() => getMeta('doors')).then((word) => word ?? ''),
    getAccount: (id) => read(() => people.getAccount(sealer, id)),
    listAccounts: () => read(() => people.listAccounts(sealer)),
    putInvitation: (invitation) => durably(() => people.putInvitation(sealer, invitation)),
    listInvitations: (now) => read(() => people.listInvitations(sealer, now)),
    dropInvitation: (id) => durably(() => people.dropInvitation(id)),
    findInvitation: (hash, now) => read(() => people.findInvitation(sealer, hash, now)),
    acceptInvitation: (hash, account, now) =>
      durably(() => people.acceptInvitation(sealer, hash, account, now)),
    changeAccount: (id, change) => durably(() => people.changeAccount(sealer, id, change)),
    removeAccount: (id) => durably(() => people.removeAccount(sealer, id)),
    putApiToken: (token) => durably(() => tokens.putApiToken(sealer, token)),
    findApiToken: (hash, now) => read(() => tokens.findApiToken(sealer, hash, now)),
    touchApiToken: (id, now) => write(() => tokens.touchApiToken(id, now), 'relaxed'),
    listApiTokens: (account) => read(() => tokens.listApiTokens(sealer, account)),
    dropApiToken: (account, id) => durably(() => tokens.dropApiToken(account, id)),
    putPasskey: (passkey) => durably(() => passkeys.putPasskey(sealer, passkey)),
    findPasskey: (credential) => read(() => passkeys.findPasskey(sealer, credential)),
    listPasskeys: (account) => read(() => passkeys.listPasskeys(sealer, account)),
    renamePasskey: (account, id, name) => durably(() => passkeys.renamePasskey(sealer, account, id, name)),
    notePasskeyUse: (id, use) => durably(() => passkeys.notePasskeyUse(sealer, id, use)),
    dropPasskey: (account, id) => durably(() => passkeys.dropPasskey(account, id)),
    putPassphrase: (passphrase) => durably(() => passphrases.putPassphrase(sealer, passphrase)),
    findPassphrase: (name) => read(() => passphrases.findPassphrase(sealer, name)),
    passphraseOf: (account) => read(() => passphrases.passphraseOf(sealer, account)),
    dropPassphrase: (account) => durably(() => passphrases.dropPassphrase(account)),
    saltOf: (name) => passphrases.saltOf(sealer, name),
    handleOf: (account) => passphrases.handleOf(sealer, account),
    signInWays: () => read(passphrases.signInWays),
    // A challenge that is lost with the power is asked for again.
    putChallenge: (challenge, now) => write(() => challenges.putChallenge(sealer, challenge, now), 'relaxed'),
    takeChallenge: (challenge, now) => durably(() => challenges.takeChallenge(sealer, challenge, now)),
    async takeAttempt(who, limit, now) {
      // Most of those that come too often are told so without a write.
      const until = await read(() => attempts.heldUntil(sealer, who));
      if (until > now) return { type: 'held', until };
      return durably(() => attempts.takeAttempt(sealer, who, limit, now));
    },
    giveBackAttempt: (attempt) => durably(() => attempts.giveBackAttempt(sealer, attempt)),
    accountsWithRuns: () => read(people.accountsWithRuns),
    accountsToErase: (before) => read(() => people.accountsToErase(before)),
    async check() {
      for (const body of CHECK) await durably(body);
    },
    close,
  };
}

/** The verbs of one account. */
function accountStore({ dialect, ...driver }: Driver, sealer: Sealer, account: string): Store {
  const write: Driver['write'] = (body, durability) =>
    driver.write(() => ofAccount(account, body()), durability);
  const read: Driver['read'] = (body) => driver.read(() => ofAccount(account, body()));
  const durably = <T>(body: () => Tx<T>): Promise<T> => write(body, 'durable');
  return {
    getRun: (runId) => read(() => runs.getRun(sealer, runId)),
    claimableRuns: (now, limit) => read(() => runs.claimableRuns(sealer, now, limit)),
    claimRun: (runId, lease) => durably(() => runs.claimRun(sealer, runId, lease)),
    // A lease that is lost with the power is just shorter.
    renew: (claim, lease) => write(() => runs.renew(sealer, claim, lease), 'relaxed'),
    release: (claim) => write(() => runs.release(claim), 'relaxed'),
    park: (claim, seq, wakeAt) => durably(() => runs.park(claim, seq, wakeAt)),
    append: (claim, seq, events, ts, durability) =>
      write(() => log.appendOnly(dialect, sealer, claim, seq, events, ts), durability),
    ask: (claim, seq, events, ts, step) => durably(() => approvals.ask(sealer, claim, seq, events, ts, step)),
    expire: (claim, seq, events, ts, approvalIds) =>
      durably(() => approvals.expire(sealer, claim, seq, events, ts, approvalIds)),
    decide: (decision) => durably(() => approvals.decide(sealer, decision)),
    requestCancel: (command) => durably(() => runs.requestCancel(sealer, command)),
    continueRun: (command) => durably(() => continues.continueRun(sealer, command)),
    readEvents: (runId, afterSeq, limit) => read(() => log.readEvents(sealer, runId, afterSeq, limit)),
    handOver: (claim, seq, events, ts, followUp) =>
      durably(() => followUps.handOver(sealer, claim, seq, events, ts, followUp)),
    takeFloor: (claim, seq) => durably(() => floor.takeFloor(claim, seq)),
    endRun: (claim, seq, end, record, ts) => durably(() => log.endRun(sealer, claim, seq, end, record, ts)),
    claimEnded: (runId, lease) => durably(() => runs.claimEnded(sealer, runId, lease)),
    endRevert: (claim, event, ts) => durably(() => reverts.endRevert(sealer, claim, event, ts)),
    readApprovals: (runId) => read(() => approvals.readApprovals(sealer, runId)),
    createChat: (chatId, ts, projectId) => durably(() => chats.createChat(sealer, chatId, ts, projectId)),
    listChats: () => read(() => chats.listChats(sealer)),
    getChat: (chatId) => read(() => chats.getChat(sealer, chatId)),
    postMessage: (message) => durably(() => chats.postMessage(sealer, message)),
    readMessages: (chatId, afterSeq) => read(() => chats.readMessages(sealer, chatId, afterSeq)),
    chooseBranch: (choice) => durably(() => branches.chooseBranch(sealer, choice)),
    putTitle: (chatId, title, from) => durably(() => titles.putTitle(sealer, chatId, title, from)),
    markRead: (chatId, seq) => durably(() => unread.markRead(chatId, seq)),
    createProject: (project) => durably(() => projects.createProject(sealer, project)),
    changeProject: (id, change, ts) => durably(() => projects.changeProject(sealer, id, change, ts)),
    listProjects: () => read(() => projects.listProjects(sealer)),
    projectOf: (chatId) => read(() => projects.projectOf(sealer, chatId)),
    changePlaces: (change) => durably(() => places.changePlaces(sealer, change)),
    eraseDeleted: (before) => durably(() => eraseDeleted(before)),
    beginRestore: (restore) => durably(() => restores.beginRestore(sealer, restore)),
    readRestore: (chatId, commandId) => read(() => restores.readRestore(sealer, chatId, commandId)),
    beginUndo: (undo) => durably(() => restores.beginUndo(sealer, undo)),
    settleRestore: (id, outcome, ts) => durably(() => restores.settleRestore(sealer, id, outcome, ts)),
    saveSheet: (version) => durably(() => sheets.saveSheet(sealer, version)),
    listSheets: (chatId) => read(() => sheets.listSheets(sealer, chatId)),
    readSheet: (chatId, id) => read(() => sheets.readSheet(sealer, chatId, id)),
    putRule: (rule) => durably(() => rules.putRule(sealer, rule)),
    readRules: (place) => read(() => rules.readRules(sealer, place)),
    listRules: () => read(() => rules.listRules(sealer)),
    deleteRule: (id) => durably(() => rules.deleteRule(sealer, id)),
    putMemory: (memory) => durably(() => memories.putMemory(sealer, memory)),
    listMemories: () => read(() => memories.listMemories(sealer)),
    deleteMemory: (app, name) => durably(() => memories.deleteMemory(sealer, app, name)),
    readAnswers: (chatId) => read(() => answers.readAnswers(sealer, chatId)),
    changeAnswers: (chatId, change) => durably(() => answers.changeAnswers(sealer, chatId, change)),
    readRunSettings: (runId) => read(() => answers.readRunSettings(sealer, runId)),
    readTrust: (workspace) => read(() => trust.readTrust(sealer, workspace)),
    trustFiles: (workspace, files) => durably(() => trust.trustFiles(sealer, workspace, files)),
    dropTrust: (workspace) => durably(() => trust.dropTrust(sealer, workspace)),
  };
}
