import { PdfProvider, Transcript, type TranscriptProps, timelineTools } from '@millrace/react';

/** PDFs are drawn by a large library, which comes with the first one. */
const openPdf = async (bytes: Blob) => (await import('../files/open-pdf.ts')).openPdf(bytes);

/** The messages of a chat, with the components of our own tools: what only a chat with messages needs, in a file of its own. */
export function ToolTranscript(props: TranscriptProps) {
  return (
    <PdfProvider value={openPdf}>
      <Transcript tools={timelineTools} {...props} />
    </PdfProvider>
  );
}
