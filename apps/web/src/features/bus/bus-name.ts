/** A bus by its plate, and by its label where it has one of its own: of a bus that is on no list the label is the plate. */
export function busName({ busNumberPlate, label }: { busNumberPlate: string; label: string }): string {
  return label === busNumberPlate || label === '' ? busNumberPlate : `${busNumberPlate} · ${label}`;
}
