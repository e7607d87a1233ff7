export const FORMATS = [
  {
    name: 'xlsx',
    label: 'Excel (XLSX)',
    meaning: 'Zum Ansehen und Rechnen. Beträge und Daten sind schon als solche erkannt.',
  },
  {
    name: 'csv-de',
    label: 'CSV für Excel (deutsch)',
    meaning:
      'Wenn ein anderes Programm eine Textdatei will: Semikolon, Dezimalkomma, Umlaute stimmen.',
  },
  {
    name: 'csv',
    label: 'CSV (international)',
    meaning:
      'Für Programme: Komma, Dezimalpunkt, UTF-8. Vor Texten, die mit = oder @ beginnen, steht ein Apostroph.',
  },
  {
    name: 'parquet',
    label: 'Parquet',
    meaning: 'Für Auswertungen großer Mengen, etwa in Python oder DuckDB.',
  },
] as const

export type ExportFormat = (typeof FORMATS)[number]['name']
