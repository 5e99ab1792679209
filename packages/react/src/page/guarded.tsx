'use client';

import { Component, type ReactNode, Suspense } from 'react';

export interface GuardedProps {
  /** Drawn once the children have thrown. */
  readonly instead: ReactNode;
  /** The data that the children draw: with other data they are tried again. */
  readonly of?: unknown;
  readonly children: ReactNode;
}

/** Somebody else's component. One that throws takes nothing with it, in a browser and on a server. */
export function Guarded({ instead, of, children }: GuardedProps) {
  return (
    // A server draws what stands in place of a boundary whose content throws.
    <Suspense fallback={instead}>
      <Boundary instead={instead} of={of}>
        {children}
      </Boundary>
    </Suspense>
  );
}

/** The catcher. Only a class can be one. */
class Boundary extends Component<GuardedProps, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override componentDidUpdate(before: GuardedProps): void {
    // The arguments of a call grow: a component that half of them broke may well draw all of them.
    if (this.state.failed && before.of !== this.props.of) this.setState({ failed: false });
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
