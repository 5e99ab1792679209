'use client';

import { createContext, type ReactNode, use, useMemo } from 'react';
import { embeds } from '../../embeds/box/embeds.ts';
import { type EmbedComponent, type EmbedProps, EmbedsProvider } from '../../embeds/embed-component.ts';
import { DiagramBox } from './diagram-box.tsx';
import { Diagrams } from './diagrams.ts';

/** The component for code that is no diagram. */
const PlainCode = createContext<EmbedComponent>(embeds.code);

/** Draws code whose language is mermaid as a diagram, where the app says which page can; the rest as it was. */
export function WithDiagrams({ children }: { readonly children: ReactNode }) {
  const own = use(EmbedsProvider);
  const isNeeded = use(Diagrams) !== undefined && own.code !== CodeOrDiagram;
  const value = useMemo(() => (isNeeded ? { ...own, code: CodeOrDiagram } : own), [isNeeded, own]);
  const outer = use(PlainCode);
  const plain = isNeeded ? (own.code ?? embeds.code) : outer;
  return (
    <PlainCode value={plain}>
      <EmbedsProvider value={value}>{children}</EmbedsProvider>
    </PlainCode>
  );
}

function CodeOrDiagram(props: EmbedProps) {
  const address = use(Diagrams);
  const Code = use(PlainCode);
  return address === undefined || props.attrs.language !== 'mermaid' ? (
    <Code {...props} />
  ) : (
    <DiagramBox {...props} address={address} Code={Code} />
  );
}
