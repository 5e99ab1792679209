import { type AccountRing, createKeyring } from '../keyring/create-keyring.ts';
import { createOpenKeys } from '../keyring/open-keys.ts';
import type { PersonalKeys } from '../keyring/personal-keys.ts';
import { accountSealer } from '../seal/account-sealer.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { RunRow, ServerStore, Store } from '../store.ts';
import type { Tx } from '../tx.ts';
import * as attempts from '../verbs/account/attempt-verbs.ts';
import * as challenges from '../verbs/account/challenge-verbs.ts';
import * as memories from '../verbs/account/kept-memory-verbs.ts';
import { CHECK, getMeta } from '../verbs/account/meta-verbs.ts';
import * as passkeys from '../verbs/account/passkey-verbs.ts';
import * as passphrases from '../verbs/account/passphrase-verbs.ts';
import * as people from '../verbs/account/people-verbs.ts';
import * as rules from '../verbs/account/rule-verbs.ts';
import * as sessions from '../verbs/account/session-verbs.ts';
import * as tokens from '../verbs/account/token-verbs.ts';
import * as trust from '../verbs/account/trust-verbs.ts';
import * as answers from '../verbs/answer-verbs.ts';
import * as approvals from '../verbs/approval-verbs.ts';
import * as branches from '../verbs/branch-verbs.ts';
import * as chats from '../verbs/chat-verbs.ts';
import * as continues from '../verbs/continue-verbs.ts';
import { eraseDeleted } from '../verbs/erase-verbs.ts';
import * as files from '../verbs/file-verbs.ts';
import * as floor from '../verbs/floor-verbs.ts';
import * as followUps from '../verbs/follow-up-verbs.ts';
import * as log from '../verbs/log-verbs.ts';
import * as places from '../verbs/place-verbs.ts';
import * as projects from '../verbs/project-verbs.ts';
import * as queue from '../verbs/queue-verbs.ts';
import * as restores from '../verbs/restore-verbs.ts';
import * as reverts from '../verbs/revert-verbs.ts';
import * as runs from '../verbs/run-verbs.ts';
import * as sheets from '../verbs/sheet-verbs.ts';
import * as titles from '../verbs/title-verbs.ts';
import * as unread from '../verbs/unread-verbs.ts';
import * as links from '../verbs/vault/link-verbs.ts';
import { accountDriver, type Driver } from './driver.ts';
import { type OpenAccount, upkeepOf } from './upkeep-of.ts';
import { vaultOf } from './vault-of.ts';
import { withoutRemains } from './without-remains.ts';

/** The keyring of an account, whose rows the server seals with `root`. */
export type MakeRing = (account: string, root: Sealer) => AccountRing;

/** The keyrings of people whose keys lie in one place. */
function ringsOf(personal: PersonalKeys): MakeRing {
  const open = createOpenKeys();
  return (account, root) => createKeyring({ account, root, personal, open });
}

/** The store that a driver and its keys make: every verb is one body, so all databases do the same. */
export function storeOf(
  driver: Driver,
  sealer: Sealer,
  personal: PersonalKeys,
  ringOf = ringsOf(personal),
): ServerStore {
  const { write, read, close } = driver;
  const durably = <T>(body: () => Tx<T>): Promise<T> => write(body, 'durable');
  const accounts = new Map<string, OpenAccount>();
  const accountOf = (account: string): OpenAccount => {
    let known = accounts.get(account);
    if (known === undefined) {
      const keys = ringOf(account, accountSealer(sealer, account));
      const own = withoutRemains(
        accountDriver(driver, keys, account),
        keys,
        personal,
        upkeep.freshenCapsules,
      );
      const vault = vaultOf({ account, root: keys.root, personal, keys, driver: own });
      known = { keys, driver: own, store: accountStore(own, keys), vault };
      accounts.set(account, known);
    }
    return known;
  };
  const upkeep = upkeepOf({ driver, sealer, personal, accountOf });
  return {
    of: (account) => accountOf(account).store,
    vaultOf: (account) => accountOf(account).vault,
    ...upkeep,
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
    async keepAccount(account, now) {
      const found = await read(() => people.getAccount(sealer, account.id));
      if (found !== undefined && found.name === account.name && found.role === account.role) return found;
      const kept = await durably(() => people.keepAccount(sealer, account, now));
      // One that was removed before gets a vault again.
      if (found === undefined) accounts.delete(account.id);
      return kept;
    },
    putInvitation: (invitation) => durably(() => people.putInvitation(sealer, invitation)),
    listInvitations: (now) => read(() => people.listInvitations(sealer, now)),
    dropInvitation: (id) => durably(() => people.dropInvitation(id)),
    findInvitation: (hash, now) => read(() => people.findInvitation(sealer, hash, now)),
    async acceptInvitation(hash, account, now) {
      const accepted = await durably(() => people.acceptInvitation(sealer, hash, account, now));
      // One that was removed before gets a vault again.
      if (accepted !== undefined) accounts.delete(accepted.id);
      return accepted;
    },
    changeAccount: (id, change) => durably(() => people.changeAccount(sealer, id, change)),
    putDeviceLink: (link, now) => durably(() => links.putDeviceLink(sealer, link, now)),
    findDeviceLink: (by, now) => read(() => links.findDeviceLink(sealer, by, now)),
    moveDeviceLink: (from, link, now) => durably(() => links.moveDeviceLink(sealer, from, link, now)),
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

/** Of these runs those that can be worked on: the others wait for a device that unlocks the account. */
function* workable(keys: AccountRing, found: Tx<RunRow[]>): Tx<RunRow[]> {
  const all = yield* found;
  if (!keys.isLocked) return all;
  const able: RunRow[] = [];
  for (const run of all) if (yield* keys.canWorkOn(run.id)) able.push(run);
  return able;
}

/** The verbs of one account. */
function accountStore({ dialect, write, read }: Driver, keys: AccountRing): Store {
  const durably = <T>(body: () => Tx<T>): Promise<T> => write(body, 'durable');
  return {
    getRun: (runId) => read(() => runs.getRun(keys.root, runId)),
    claimableRuns: (now, limit) => read(() => workable(keys, runs.claimableRuns(keys.root, now, limit))),
    claimRun: (runId, lease) =>
      durably(function* () {
        return (yield* keys.canWorkOn(runId)) ? yield* runs.claimRun(keys.root, runId, lease) : undefined;
      }),
    // A lease that is lost with the power is just shorter.
    renew: (claim, lease) => write(() => runs.renew(keys.root, claim, lease), 'relaxed'),
    release: (claim) => write(() => runs.release(claim), 'relaxed'),
    park: (claim, seq, wakeAt) => durably(() => runs.park(claim, seq, wakeAt)),
    append: (claim, seq, events, ts, durability) =>
      write(() => log.appendOnly(dialect, keys, claim, seq, events, ts), durability),
    ask: (claim, seq, events, ts, step) => durably(() => approvals.ask(keys, claim, seq, events, ts, step)),
    expire: (claim, seq, events, ts, approvalIds) =>
      durably(() => approvals.expire(keys, claim, seq, events, ts, approvalIds)),
    decide: (decision) => durably(() => approvals.decide(keys, decision)),
    requestCancel: (command) => durably(() => runs.requestCancel(keys.root, command)),
    continueRun: (command) => durably(() => continues.continueRun(keys, command)),
    readEvents: (runId, afterSeq, limit) => read(() => log.readEvents(keys, runId, afterSeq, limit)),
    handOver: (claim, seq, events, ts, followUp) =>
      durably(() => followUps.handOver(keys, claim, seq, events, ts, followUp)),
    takeFloor: (claim, seq) => durably(() => floor.takeFloor(claim, seq)),
    endRun: (claim, seq, end, record, ts) => durably(() => log.endRun(keys, claim, seq, end, record, ts)),
    claimEnded: (runId, lease) => durably(() => runs.claimEnded(keys.root, runId, lease)),
    endRevert: (claim, event, ts) => durably(() => reverts.endRevert(keys, claim, event, ts)),
    readApprovals: (runId) => read(() => approvals.readApprovals(keys, runId)),
    createChat: (chatId, ts, projectId) => durably(() => chats.createChat(keys, chatId, ts, projectId)),
    listChats: () => read(() => chats.listChats(keys)),
    getChat: (chatId) => read(() => chats.getChat(keys, chatId)),
    postMessage: (message) => durably(() => chats.postMessage(keys, message)),
    readMessages: (chatId, afterSeq) => read(() => chats.readMessages(keys, chatId, afterSeq)),
    chooseBranch: (choice) => durably(() => branches.chooseBranch(keys, choice)),
    putTitle: (chatId, title, from) => durably(() => titles.nameChat(keys, chatId, title, from)),
    markRead: (chatId, seq) => durably(() => unread.markRead(chatId, seq)),
    createProject: (project) => durably(() => projects.createProject(keys.account, project)),
    changeProject: (id, change, ts) => durably(() => projects.changeProject(keys.account, id, change, ts)),
    listProjects: () => read(() => projects.listProjects(keys.account)),
    projectOf: (chatId) => read(() => projects.projectOf(keys.account, chatId)),
    changePlaces: (change) => durably(() => places.changePlaces(keys.account, change)),
    eraseDeleted: (before) => durably(() => eraseDeleted(before)),
    queueMessage: (message) => durably(() => queue.queueMessage(keys, message)),
    listQueue: (chatId) => read(() => queue.listQueue(keys, chatId)),
    unqueueMessage: (chatId, messageId) => durably(() => queue.unqueueMessage(keys, chatId, messageId)),
    beginRestore: (restore) => durably(() => restores.beginRestore(keys, restore)),
    readRestore: (chatId, commandId) => read(() => restores.readRestore(keys, chatId, commandId)),
    beginUndo: (undo) => durably(() => restores.beginUndo(keys, undo)),
    settleRestore: (id, outcome, ts) => durably(() => restores.settleRestore(keys, id, outcome, ts)),
    saveSheet: (version) => durably(() => sheets.saveSheet(keys, version)),
    listSheets: (chatId) => read(() => sheets.listSheets(keys, chatId)),
    readSheet: (chatId, id) => read(() => sheets.readSheet(keys, chatId, id)),
    beginFile: (file) => durably(() => files.beginFile(keys, file)),
    // Pieces that are lost with the power are sent again; the end of the upload puts all before it on disk.
    putPiece: (piece) => write(() => files.putPiece(keys, piece), 'relaxed'),
    finishFile: (whole) => durably(() => files.finishFile(keys, whole)),
    addFile: (file) => durably(() => files.addFile(keys, file)),
    filesOf: (chatId) => read(() => files.filesOf(keys, chatId)),
    fileProgress: (id) => read(() => files.fileProgress(keys, id)),
    findFile: (id) => read(() => files.findFile(keys, id)),
    readPiece: (id, index) => read(() => files.readPiece(keys, id, index)),
    dropFile: (id) => durably(() => files.dropFile(id)),
    fileUse: () => read(files.fileUse),
    sweepFiles: (before) => durably(() => files.sweepFiles(before)),
    putRule: (rule) => durably(() => rules.putRule(keys.root, rule)),
    readRules: (place) => read(() => rules.readRules(keys.root, place)),
    listRules: () => read(() => rules.listRules(keys.root)),
    deleteRule: (id) => durably(() => rules.deleteRule(keys.root, id)),
    putMemory: (memory) => durably(() => memories.putMemory(keys, memory)),
    listMemories: () => read(() => memories.listMemories(keys.account)),
    deleteMemory: (app, name) => durably(() => memories.deleteMemory(keys.root, app, name)),
    readAnswers: (chatId) => read(() => answers.readAnswers(keys.account, chatId)),
    changeAnswers: (chatId, change) => durably(() => answers.changeAnswers(keys.account, chatId, change)),
    readRunSettings: (runId) => read(() => answers.readRunSettings(keys, runId)),
    readTrust: (workspace) => read(() => trust.readTrust(keys.root, workspace)),
    trustFiles: (workspace, files) => durably(() => trust.trustFiles(keys.root, workspace, files)),
    dropTrust: (workspace) => durably(() => trust.dropTrust(keys.root, workspace)),
  };
}
