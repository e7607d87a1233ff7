import type { Schemas } from '@/api/operations'

/** One row of the list. What marketing may not see is null or empty, masked by the server. */
export type ReservationRow = Schemas['ReservationRowOut']
/** Everything stored about one reservation. */
export type Reservation = Schemas['ReservationOut']
export type Change = Schemas['ReservationChangeOut']
/** A named operation as the server offers it for one reservation, with what follows from it. */
export type OfferedOperation = Schemas['OperationOut']
export type OperationPreview = Schemas['OperationPreviewOut']
export type OperationOutcome = Schemas['PerformedOut']
export type OperationRow = Schemas['RowOut']
/** Values that occur, the most frequent first: what a filter can be set to. */
export type Facets = Schemas['ReservationFacetsOut']
export type ViewDefinition = Required<Schemas['ReservationView']>
/** The document says what a view holds only where one is saved. */
export type SavedView = Omit<Schemas['ViewOut'], 'definition'> & { definition: ViewDefinition }
