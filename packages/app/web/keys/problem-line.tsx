/** What went wrong, where it is read out at once. */
export function ProblemLine({ id, text }: { readonly id?: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={id} className="app-bad" role="alert">
      {text}
    </p>
  );
}
