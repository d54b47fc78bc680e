// Erasure of a student's data at the family's request, approved by two people.
export { WaitingErasures } from './WaitingErasures.tsx';
