/** The line that says what went wrong, and is read out at once. */
export function ProblemLine({ id, text }: { readonly id?: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={id} className="app-bad" role="alert">
      {text}
    </p>
  );
}
