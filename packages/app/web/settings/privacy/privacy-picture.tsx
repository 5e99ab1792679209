import './privacy.css';
import { Cpu, Database, KeyRound, Laptop, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageWords } from '../../base/page-words.ts';

/** Random bytes, as a database shows what is sealed. */
const SEALED = ['02 9f c1 7e a4 0b', 'd3 55 18 e9 62 f7'];

/** The places where the words of a person are, and who can read them there. Keys stand where they are kept. */
export function PrivacyPicture({ home }: { readonly home: boolean }) {
  const { picture: words } = usePageWords().vault;
  return (
    <figure className="app-picture" aria-label={words.label}>
      <Place
        icons={
          <>
            <Laptop size={20} />
            <Smartphone size={20} />
          </>
        }
        title={words.devices}
        hasKey
      >
        <p>{words.devicesDo}</p>
      </Place>
      <Arrow />
      <Place icons={<Cpu size={20} />} title={words.server} hasKey={home}>
        <p>{home ? words.serverDoes.home : words.serverDoes.devices}</p>
      </Place>
      <Arrow />
      <Place icons={<Database size={20} />} title={words.database}>
        <p>{words.databaseSees}</p>
        <p className="app-picture-sealed" aria-hidden="true" dir="ltr">
          {SEALED.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      </Place>
    </figure>
  );
}

interface PlaceProps {
  readonly icons: ReactNode;
  readonly title: string;
  readonly hasKey?: boolean;
  readonly children: ReactNode;
}

function Place({ icons, title, hasKey = false, children }: PlaceProps) {
  return (
    <div className="app-picture-place">
      <div className="app-picture-icons" aria-hidden="true">
        {icons}
        {hasKey && <KeyRound className="app-picture-key" size={18} />}
      </div>
      <strong>{title}</strong>
      {children}
    </div>
  );
}

function Arrow() {
  const { picture: words } = usePageWords().vault;
  return (
    <div className="app-picture-arrow">
      {words.sealed}
      <svg viewBox="0 0 46 12" width="46" height="12" aria-hidden="true">
        <path d="M0 6h44M38 1l6 5-6 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </div>
  );
}
