/** Names as a class register in Kenya has them, for the demo school. */
export const FIRST_NAMES = [
  'Achieng', 'Wanjiru', 'Kamau', 'Otieno', 'Mutua', 'Chebet', 'Kiprop', 'Naliaka', 'Hassan', 'Njeri',
  'Amina', 'Barasa', 'Cherono', 'Daudi', 'Esther', 'Fatuma', 'Gitonga', 'Halima', 'Imani', 'Juma',
  'Kerubo', 'Linet', 'Mumbua', 'Nyambura', 'Ochieng', 'Patience', 'Rehema', 'Sospeter', 'Tabitha', 'Wekesa',
] as const;

export const LAST_NAMES = [
  'Were', 'Odhiambo', 'Wafula', 'Kilonzo', 'Mwangi', 'Abdi', 'Rotich', 'Njoroge', 'Kariuki', 'Cheruiyot',
  'Onyango', 'Simiyu', 'Koech', 'Musyoka', 'Ndungu', 'Omondi', 'Kiplagat', 'Mohamed', 'Nyaga', 'Maina',
  'Makori', 'Owino', 'Nzioka', 'Gathoni', 'Juma', 'Kemboi', 'Salim', 'Mutiso', 'Anyango', 'Karanja',
] as const;

export const CLASSES = ['Grade 1', 'Grade 2', 'Grade 3', 'Grade 4', 'Grade 5', 'Grade 6', 'Grade 7', 'Grade 8'] as const;
