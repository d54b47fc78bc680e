/** Plate key: a plate is known by its letters and digits, however it is typed. */
export function keyOf(plate: string): string {
  return plate.toUpperCase().replace(/[\s-]/g, '');
}

/** A bus by its plate, and by its label where it has one of its own: of a bus that is on no list the label is the plate. */
export function busName({ busNumberPlate, label }: { busNumberPlate: string; label: string }): string {
  return label === busNumberPlate || label === '' ? busNumberPlate : `${busNumberPlate} · ${label}`;
}
