import type { EmbedNodeAttrs } from '@millrace/engine';

export interface SheetViewProps {
  readonly attrs: EmbedNodeAttrs;
  readonly grid: readonly (readonly string[])[];
}

/** All cells of a sheet. */
export function SheetView({ grid }: SheetViewProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <div className="mr-full-doc" tabIndex={0}>
      <table className="mr-cells">
        <tbody>
          {grid.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
            <tr key={place}>
              {row.map((text, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no names
                <td key={column} dir="auto">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
