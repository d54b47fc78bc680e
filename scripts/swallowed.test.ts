import { expect, it } from 'vitest';
import { findSwallowed } from './swallowed.ts';

it.each([
  ['an empty block', 'try { a(); } catch {}'],
  ['a block that goes on', 'try { a(); } catch { b(); }'],
  ['an error that has a name and is not looked at', 'try { a(); } catch (error) { b(); }'],
  ['a promise', 'void a().catch(() => undefined);'],
  ['a promise within an expression', 'const x = [await a().catch((_error: unknown) => null)];'],
  ['the second handler of a promise', 'a().then((x) => x, () => null);'],
  ['an event', "socket.on('error', () => undefined);"],
  ['an event that is heard once', "socket.once('error', function () {});"],
  ['a comment that is about something else', '// Settings.\nconst b = 1;\nconst x = a().catch(() => null);'],
])('reports a swallowed error: %s', (_what, text) => {
  expect(findSwallowed('planted.ts', text)).toHaveLength(1);
});

it.each([
  ['an error that is told', 'try { a(); } catch (error) { log(error); }'],
  ['an error that is thrown on', 'a().catch((error) => { if (!known(error)) throw error; });'],
  ['an error that is taken apart', 'a().catch(({ message }) => tell(message));'],
  ['a reason in the block', 'try { a(); } catch {\n  // Gone already.\n}'],
  ['a reason above the block', 'try { a(); }\n// Gone already.\ncatch { b(); }'],
  ['a reason above the statement', '// Gone already.\nawait a()\n  .b()\n  .catch(() => undefined);'],
  ['a reason on the line', 'void a().catch(() => undefined); // Gone already.'],
  ['a reason above the handler', 'await a()\n  // Gone already.\n  .catch(() => undefined);'],
  ['another event', "socket.on('close', () => undefined);"],
  ['no handler at all', 'a().then(() => undefined); a().catch(b);'],
])('accepts %s', (_what, text) => {
  expect(findSwallowed('planted.ts', text)).toEqual([]);
});

it('reports the line of a swallowed error', () => {
  expect(findSwallowed('planted.ts', 'a();\ntry {\n  b();\n} catch {}\n')).toEqual([{ line: 4, text: '} catch {}' }]);
});
