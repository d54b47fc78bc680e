/** Returns the key of a plate, its letters and digits, so that spelling does not matter. */
export function keyOf(plate: string): string {
  return plate.toUpperCase().replace(/[\s-]/g, '');
}

/** Returns the plate, with the bus's own label if it has one. A bus on no list has its plate as label. */
export function busName({ busNumberPlate, label }: { busNumberPlate: string; label: string }): string {
  return label === busNumberPlate || label === '' ? busNumberPlate : `${busNumberPlate} · ${label}`;
}
