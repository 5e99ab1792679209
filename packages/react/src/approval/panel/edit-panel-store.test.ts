import { expect, test } from 'vitest';
import { closeHitlEditPanel, hitlEdit, openHitlEditPanel, subscribe } from './edit-panel-store.ts';

test('T288 the edit panel has one edit at a time, and tells when it is closed', () => {
  const heard: string[] = [];
  const edit = (title: string) => ({
    title,
    toolName: 'post',
    args: {},
    onSave: () => {},
    onClose: () => heard.push(`closed ${title}`),
  });
  const stop = subscribe(() => heard.push(hitlEdit()?.title ?? 'none'));
  openHitlEditPanel(edit('one'));
  openHitlEditPanel(edit('two'));
  closeHitlEditPanel();
  closeHitlEditPanel();
  expect(heard).toEqual(['one', 'two', 'closed one', 'none', 'closed two']);
  stop();
  openHitlEditPanel(edit('three'));
  closeHitlEditPanel();
  expect(heard).toHaveLength(6);
});
