import { expect, it } from 'vitest';
import { findEffectReturns } from './effect-returns.ts';

it.each([
  ['a scroll', "useEffect(() => alert.current?.scrollIntoView({ block: 'nearest' }), []);"],
  ['a dialog that is opened', 'useLayoutEffect(() => dialog.current!.showModal(), []);'],
  ['an element that was looked for', "React.useEffect(() => document.querySelector('a')?.focus());"],
  ['one way of two', 'useEffect(() => (isOpen ? dialog.current?.showModal() : undefined), [isOpen]);'],
  ['what follows a condition', 'useEffect(() => isOpen && field.current?.focus(), [isOpen]);'],
  ['a return in a block', 'useEffect(() => {\n  if (a) return video.current?.play();\n}, []);'],
  ['a ref', 'const x = <input ref={(input) => input?.focus()} />;'],
])("reports an effect that returns an element's result: %s", (_what, text) => {
  expect(findEffectReturns('planted.tsx', text)).toHaveLength(1);
});

it.each([
  ['a block', 'useEffect(() => {\n  alert.current?.scrollIntoView();\n}, []);'],
  ['a result that is dropped', 'useEffect(() => void field.current?.focus(), []);'],
  ['a clean-up of its own', 'useEffect(() => outbox.start(), []);'],
  ['what a ref holds besides', 'useEffect(() => latest.current.flush(), []);'],
  ['a method of an element in the clean-up', 'useEffect(() => () => dialog.current?.close(), []);'],
  ['a return of a function within', 'useEffect(() => {\n  const go = () => field.current?.focus();\n  go();\n}, []);'],
  ['what is handed to a function', 'useEffect(() => follow(table.current), []);'],
  ['a press', 'const x = <button onClick={() => field.current?.focus()} />;'],
  ['a ref that is an object', 'const x = <input ref={field} />;'],
])('accepts %s', (_what, text) => {
  expect(findEffectReturns('planted.tsx', text)).toEqual([]);
});

it("reports the line and text of an effect's return", () => {
  expect(findEffectReturns('planted.tsx', 'a();\nuseEffect(() => b.current?.focus(), []);\n')).toEqual([
    { line: 2, text: 'useEffect(() => b.current?.focus(), []);' },
  ]);
});
