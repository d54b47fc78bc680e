import {
  add,
  and4,
  type Code,
  each,
  int,
  multiply,
  read4,
  readSame4,
  routine,
  shiftLeft,
  when,
} from '../kernels/assemble.ts';
import {
  addBytes16,
  addDoubles2,
  and,
  any,
  countBits16,
  divideDoubles2,
  doubles2,
  firstInt,
  greaterDoubles2,
  join2,
  lastTwo,
  multiplyDoubles2,
  notLessDoubles2,
  or4,
  root2,
  subtractDoubles2,
  sumBytes4,
  toBytes4,
  toDoubles2,
  toInts2,
  widen2,
  writeInt,
  xor16,
} from '../kernels/lanes.ts';
import { FLOW, FLOW_WORDS, LANES, MASK, NEIGHBOUR_WORDS, NEIGHBOURS, NORM, WORDS } from './layout.ts';
import { FLOW_SHARE, MIN_FLOW, MIN_POINTS, MIN_SIMILARITY, SIMILARITY_STEPS } from './similarity-plain.ts';

/** Bytes of one word of four minutiae, and of all their words. */
const ROW = 4 * LANES;
const GROUP = ROW * WORDS;
const one = doubles2(1);

/**
 * Computes the similarity of each minutia of A with each of B, four of B per register. Parameters: address and number of those of A,
 * address and number of groups of four of B, address of the steps.
 */
export const COMPARE_SURROUNDINGS = routine('compareSurroundings', 5, (frame, aAt, countA, bAt, fours, steps) => {
  const i = frame.i32();
  const a = frame.i32();
  const b = frame.i32();
  const end = frame.i32();
  const out = frame.i32();
  const mask = frame.v128();
  const points = frame.v128();
  const apart = frame.v128();
  const bytes = frame.v128();
  const flow = [frame.v128(), frame.v128()] as const;
  const keep = [frame.v128(), frame.v128()] as const;
  const norm = frame.v128();
  const similarity = [frame.v128(), frame.v128()] as const;

  const different = (word: number) => xor16(readSame4(a.get, word * ROW), read4(b.get, word * ROW));
  const count = (first: number, words: number, of: (word: number) => Code) => [
    ...bytes.set(countBits16(of(first))),
    ...Array.from({ length: words - 1 }, (_, k) =>
      bytes.set(addBytes16(bytes.get, countBits16(of(first + k + 1)))),
    ).flat(),
  ];
  const half = (numbers: Code, h: 0 | 1) => (h === 0 ? numbers : lastTwo(numbers));
  const HALVES = [0, 1] as const;
  const flowOf = (h: 0 | 1) => [
    ...similarity[h].set(toDoubles2(half(points.get, h))),
    ...flow[h].set(
      subtractDoubles2(
        one,
        divideDoubles2(toDoubles2(half(apart.get, h)), multiplyDoubles2(doubles2(2), similarity[h].get)),
      ),
    ),
    ...keep[h].set(
      and4(notLessDoubles2(similarity[h].get, doubles2(MIN_POINTS)), notLessDoubles2(flow[h].get, doubles2(MIN_FLOW))),
    ),
  ];
  const similarityOf = (h: 0 | 1) => [
    ...norm.set(addDoubles2(widen2(readSame4(a.get, NORM * ROW)), widen2(half(read4(b.get, NORM * ROW), h)))),
    ...similarity[h].set(
      and4(
        subtractDoubles2(one, divideDoubles2(root2(toDoubles2(half(apart.get, h))), norm.get)),
        greaterDoubles2(norm.get, doubles2(0)),
      ),
    ),
    ...similarity[h].set(
      addDoubles2(
        multiplyDoubles2(doubles2(FLOW_SHARE), flow[h].get),
        multiplyDoubles2(doubles2(1 - FLOW_SHARE), similarity[h].get),
      ),
    ),
    ...keep[h].set(and4(keep[h].get, notLessDoubles2(similarity[h].get, doubles2(MIN_SIMILARITY)))),
    ...similarity[h].set(and4(keep[h].get, multiplyDoubles2(similarity[h].get, doubles2(SIMILARITY_STEPS)))),
  ];
  return [
    ...out.set(steps!.get),
    ...each(
      i,
      int(0),
      countA!.get,
      1,
      a.set(
        add(
          add(aAt!.get, multiply(and(i.get, int(-LANES)), int(GROUP / LANES))),
          shiftLeft(and(i.get, int(LANES - 1)), int(2)),
        ),
      ),
      end.set(add(bAt!.get, multiply(fours!.get, int(GROUP)))),
      each(
        b,
        bAt!.get,
        end.get,
        GROUP,
        mask.set(and4(readSame4(a.get, MASK * ROW), read4(b.get, MASK * ROW))),
        points.set(sumBytes4(countBits16(mask.get))),
        count(FLOW, FLOW_WORDS, (word) => and4(different(word), mask.get)),
        apart.set(sumBytes4(bytes.get)),
        ...HALVES.map(flowOf),
        writeInt(out.get, int(0)),
        when(
          any(or4(keep[0].get, keep[1].get)),
          count(NEIGHBOURS, NEIGHBOUR_WORDS, different),
          apart.set(sumBytes4(bytes.get)),
          ...HALVES.map(similarityOf),
          writeInt(out.get, firstInt(toBytes4(join2(toInts2(similarity[0].get), toInts2(similarity[1].get))))),
        ),
        out.set(add(out.get, int(LANES))),
      ),
    ),
  ];
});
