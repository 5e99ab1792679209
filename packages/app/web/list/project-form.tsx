import type { ModelList, Project } from '@millrace/engine/run';
import { ApiError, type Client, problemOf, useWords } from '@millrace/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';

export interface ProjectFormProps {
  readonly client: Client;
  readonly models: ModelList | undefined;
  /** The project to change; without it a new one is made. */
  readonly project: Project | undefined;
  /** With the project as the server has it. */
  readonly onDone: (project: Project) => void;
  readonly onClose: () => void;
}

/** Name, instructions, model and folder of a project. Escape and Cancel keep nothing; what the server refuses stays here to be mended. */
export function ProjectForm({ client, models, project, onDone, onClose }: ProjectFormProps) {
  const { list, save, cancel, ...strings } = usePageWords();
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // The same wish twice makes one project.
  const [id] = useState(() => crypto.randomUUID());
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const isFolder = error instanceof ApiError && error.code === 'bad_workspace';
  const problem = error === undefined ? undefined : problemOf(words, error);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { current: form } = dialog;
    const fields = new FormData(event.currentTarget);
    const value = (field: string): string => String(fields.get(field) ?? '').trim();
    const facts = {
      name: value('name'),
      instructions: value('instructions'),
      model: value('model') || null,
      workspace: value('workspace') || null,
    };
    setSaving(true);
    try {
      const kept =
        project === undefined
          ? await client.createProject({ id, ...facts })
          : await client.changeProject(project.id, facts);
      onDone(kept);
      form?.close();
    } catch (refused) {
      setError(refused);
      const field = refused instanceof ApiError && refused.code === 'bad_workspace' ? 'workspace' : 'name';
      form?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
    } finally {
      setSaving(false);
    }
  }

  const described = (field: string) => ({
    id: `${heading}-${field}`,
    'aria-describedby': `${heading}-${field}-help`,
  });
  const title = project === undefined ? list.newProject : list.projectSettings;
  const first = models?.models.find(({ id: each }) => each === models.default);
  const isGone = project?.model && !models?.models.some(({ id: each }) => each === project.model);
  return (
    <dialog className="app-project" ref={dialog} aria-labelledby={heading} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id={heading} className="app-project-title">
          {title}
        </h2>
        <div>
          <label htmlFor={`${heading}-name`}>{list.projectName}</label>
          <input
            id={`${heading}-name`}
            name="name"
            required
            maxLength={80}
            dir="auto"
            defaultValue={project?.name}
          />
        </div>
        <div>
          <label htmlFor={`${heading}-text`}>{list.projectInstructions}</label>
          <textarea
            {...described('text')}
            name="instructions"
            rows={6}
            maxLength={20_000}
            dir="auto"
            defaultValue={project?.instructions}
          />
          <small id={`${heading}-text-help`}>{list.projectInstructionsHelp}</small>
        </div>
        <div>
          <label htmlFor={`${heading}-model`}>{list.projectModel}</label>
          <select {...described('model')} name="model" defaultValue={project?.model ?? ''}>
            <option value="">{list.projectModelDefault(first?.name ?? '')}</option>
            {isGone && <option value={project.model ?? ''}>{project.model}</option>}
            {models?.models.map(({ id: each, name }) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </select>
          <small id={`${heading}-model-help`}>{list.projectModelHelp}</small>
        </div>
        <div>
          <label htmlFor={`${heading}-folder`}>{list.projectFolder}</label>
          <input
            {...described('folder')}
            name="workspace"
            maxLength={1_000}
            spellCheck={false}
            autoCapitalize="none"
            defaultValue={project?.workspace ?? ''}
            aria-invalid={isFolder}
          />
          <small id={`${heading}-folder-help`}>{list.projectFolderHelp}</small>
        </div>
        {problem !== undefined && (
          <p className="app-project-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="app-project-buttons">
          <button type="button" className="mr-button" onClick={() => dialog.current?.close()}>
            {cancel}
          </button>
          <button type="submit" className="mr-button mr-button-primary" aria-disabled={isSaving}>
            {isSaving ? strings.loading : project === undefined ? list.createProject : save}
          </button>
        </div>
      </form>
    </dialog>
  );
}
