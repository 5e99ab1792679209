import './add-device.css';
import type { Client } from '@millrace/react';
import type { NewDeviceLink, Vault } from '@millrace/react/vault';
import { Copy, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { PageDialog } from '../../frame/page-dialog.tsx';
import { keyProblem } from '../../keys/key-problem.ts';
import { ProblemLine } from '../../keys/problem-line.tsx';
import { QrCode } from '../../vault/qr-code.tsx';
import { NotReachable } from '../people/phone-link.tsx';

export interface AddDeviceProps {
  readonly client: Client;
  readonly vault: Vault;
  readonly onClose: () => void;
  readonly onAdded: (name: string) => void;
}

/** How often the page asks whether the other device has come. */
const LOOK_MS = 1000;

/** Shows a link that adds a device, until one came by it or the time is over. */
export function AddDevice({ vault, onClose, onAdded }: AddDeviceProps) {
  const strings = usePageWords();
  const { link: words } = strings.vault;
  const [round, setRound] = useState(0);
  const { link, over, problem } = useLink(vault, round, onAdded);
  return (
    <PageDialog label={words.title} className="app-adding" onClose={onClose}>
      <header>
        <h2>{words.title}</h2>
        <button type="button" className="mr-icon" aria-label={words.close} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </button>
      </header>
      <div className="app-adding-body">
        {link === undefined && problem === undefined && <p role="status">{words.making}</p>}
        {link?.url === null && (
          <div>
            <NotReachable />
          </div>
        )}
        {link?.url && over === undefined && <Shown url={link.url} />}
        {over !== undefined && <p role="alert">{words[over]}</p>}
        <ProblemLine text={problem} />
      </div>
      <footer>
        {link?.url && over === undefined ? (
          <>
            <p role="status" className="app-adding-waits">
              <span className="app-waits-ring" aria-hidden="true" />
              {words.waiting}
            </p>
            <Left until={link.expiresAt} />
          </>
        ) : (
          (over !== undefined || problem !== undefined) && (
            <button type="button" className="mr-button mr-button-primary" onClick={() => setRound(round + 1)}>
              {words.again}
            </button>
          )
        )}
      </footer>
    </PageDialog>
  );
}

interface OpenLink {
  readonly link?: NewDeviceLink;
  /** The way in which it ended without a device. */
  readonly over?: 'refused' | 'ended';
  readonly problem?: string | undefined;
}

/** Makes a link and follows it. It ends with the dialog. */
function useLink(vault: Vault, round: number, onAdded: (name: string) => void): OpenLink {
  const strings = usePageWords();
  const [open, setOpen] = useState<OpenLink>({});
  const told = useRef({ onAdded, strings });
  told.current = { onAdded, strings };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another link
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let link: NewDeviceLink | undefined;
    let isLeft = false;
    setOpen({});
    async function follow(made: NewDeviceLink): Promise<void> {
      const { state, name } = await made.look();
      if (isLeft) return;
      if (state === 'done') return told.current.onAdded(name ?? told.current.strings.vault.unnamed);
      if (state === 'refused' || state === 'ended') return setOpen({ link: made, over: state });
      timer = setTimeout(() => void follow(made).catch(fail), LOOK_MS);
    }
    function fail(error: unknown): void {
      if (!isLeft) setOpen({ problem: keyProblem(told.current.strings, error) });
    }
    vault.addDevice().then((made) => {
      link = made;
      if (isLeft) return void made.end().catch(() => {});
      setOpen({ link: made });
      return follow(made).catch(fail);
    }, fail);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      link?.end().catch(() => {});
    };
  }, [vault, round]);
  return open;
}

function Shown({ url }: { readonly url: string }) {
  const { link: words } = usePageWords().vault;
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      // A browser that does not let us leaves it to the person.
      () => field.current?.select(),
    );
  }
  return (
    <>
      <QrCode text={url} label={words.code} />
      <div>
        <ol>
          {words.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <label>
          {words.label}
          <span className="app-adding-link">
            <input ref={field} readOnly value={url} dir="ltr" onFocus={({ target }) => target.select()} />
            <button type="button" className="mr-button" onClick={() => void copy()}>
              <Copy size={16} aria-hidden="true" />
              {copied ? words.copied : words.copy}
            </button>
          </span>
        </label>
        <p className="app-adding-warning">{words.warning}</p>
      </div>
    </>
  );
}

const SECOND_MS = 1000;

/** The time that is left, as on a clock. */
function Left({ until }: { readonly until: number }) {
  const { link: words } = usePageWords().vault;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((until - now) / SECOND_MS));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <p className="app-adding-left">{words.left(time)}</p>;
}
