import { Component, type ReactNode } from 'react';
import { type PageWords, PageWordsContext } from '../base/page-words.ts';

export interface BoundaryProps {
  readonly children: ReactNode;
  /** The element that says so: the main part of the page, unless it is another one. */
  readonly part?: 'main' | 'div';
}

/**
 * Says so when a part of the page can't be shown: its code did not come, perhaps because the server has another version by now, or
 * something in it went wrong. The rest of the page stays. Only a class can catch that.
 */
export class Boundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  static override contextType = PageWordsContext;
  declare context: PageWords;
  override state = { isBroken: false };
  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }
  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    const Part = this.props.part ?? 'main';
    return (
      <Part className="app-main">
        <div className="app-unready" role="alert">
          <p>{this.context.pageFailed}</p>
          <button type="button" className="mr-button" onClick={() => location.reload()}>
            {this.context.reload}
          </button>
        </div>
      </Part>
    );
  }
}
