// Erasure: a family has its data gone, on the word of two people.
export { WaitingErasures } from './WaitingErasures.tsx';
