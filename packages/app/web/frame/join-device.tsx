import './shut-page.css';
import '../keys/keys.css';
import type { LinkFacts } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { Laptop, MoveRight, Smartphone } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { keyProblem } from '../keys/key-problem.ts';
import { ProblemLine } from '../keys/problem-line.tsx';
import { useTask } from '../keys/use-task.ts';
import { usePageVault } from '../vault/page-vault.ts';
import { Brand } from './brand.tsx';

export interface JoinDeviceProps {
  readonly client: Client;
  readonly token: string;
  /** The half of the link that the server never sees. */
  readonly secret: Uint8Array;
  readonly onDone: () => void;
}

const LOOK_MS = 1000;

/** The other end of a link that adds a device: who asks, what it means, and yes or no. Nothing is signed in before that. */
export function JoinDevice({ client, token, secret, onDone }: JoinDeviceProps) {
  const strings = usePageWords();
  const { join: words } = strings.vault;
  const page = usePageVault();
  const task = useTask();
  const [facts, setFacts] = useState<LinkFacts>();
  const [over, setOver] = useState<string>();
  const id = useId();
  const { refuse } = task;
  useEffect(() => {
    client.vault.readLink(token).then(setFacts, (error: unknown) => setOver(keyProblem(strings, error)));
  }, [client, token, strings]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    void task.run(async () => {
      await client.signIn(token, { switchAccount: true });
      const vault = await page.load();
      await vault.joinByLink({ token, secret, ...(name !== '' && { name }) });
      while (Date.now() < (facts?.expires_at ?? 0)) {
        if (await vault.hasKey()) {
          await page.unlock();
          return onDone();
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
      refuse(words.ended);
    });
  }
  async function deny(): Promise<void> {
    await client.vault.refuseLink(token).catch(() => {});
    setOver(words.refused);
  }
  return (
    <main className="app-door">
      <div className="app-card">
        <Brand />
        {over !== undefined && <p role="alert">{over}</p>}
        {facts === undefined && over === undefined && <p role="status">{strings.loading}</p>}
        {facts && over === undefined && (
          <>
            <div className="app-joining" aria-hidden="true">
              <Laptop size={28} />
              <MoveRight size={28} />
              <Smartphone size={28} />
            </div>
            <h1>{words.title(facts.account_name)}</h1>
            <p>{words.help}</p>
            <dl className="app-join-facts">
              <Fact name={words.server} text={location.host} />
              <Fact name={words.account} text={facts.account_name || words.owner} />
              {facts.by !== undefined && <Fact name={words.by} text={facts.by} />}
            </dl>
            <form className="app-entry" noValidate onSubmit={submit}>
              <label>
                {words.name}
                <input name="name" maxLength={100} dir="auto" autoComplete="off" />
              </label>
              <ProblemLine id={id} text={task.problem} />
              <button type="submit" className="mr-button mr-button-primary" aria-disabled={task.working}>
                {task.working ? words.adding : words.add}
              </button>
            </form>
            {!task.working && (
              <button type="button" className="mr-button" onClick={() => void deny()}>
                {words.refuse}
              </button>
            )}
            <p>{words.later}</p>
          </>
        )}
      </div>
    </main>
  );
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{text}</dd>
    </div>
  );
}
