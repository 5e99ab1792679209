'use client';

import {
  Brain,
  CodeXml,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  Search,
  Table2,
  Target,
  Video,
  Wrench,
} from 'lucide-react';
import { memo } from 'react';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  code: CodeXml,
  sheet: Table2,
  doc: FileText,
  image: Image,
  video: Video,
  map: MapPin,
  skill: Search,
  focus: Target,
  memories: Brain,
  tool: Wrench,
};

/** The sign of a kind. */
export const EmbedIcon = memo(function EmbedIcon({ type }: { readonly type: string }) {
  const Icon = ICONS[type] ?? CodeXml;
  return <Icon size={16} aria-hidden="true" />;
});
