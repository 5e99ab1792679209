import { strings } from '../base/strings.ts';

export function Brand() {
  return (
    <div className="app-brand">
      <span className="app-mark" aria-hidden="true" />
      {strings.app}
    </div>
  );
}
