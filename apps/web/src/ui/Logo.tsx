/** Logo: the purse that the product is named after. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#0b6e4f" />
      <path d="M9 13h14l1.600 9.200a3 3 0 0 1-3 3.500H10.400a3 3 0 0 1-3-3.500z" fill="#fff" />
      <path d="M11.500 12.500c0-6 9-6 9 0" fill="none" stroke="#f5c542" strokeWidth="2.200" strokeLinecap="round" />
      <circle cx="16" cy="19" r="2.400" fill="#0b6e4f" />
    </svg>
  );
}
