import useMediaQuery from '@mui/material/useMediaQuery'

/** Whether the window is that of a phone, where a row has two lines. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 48rem)', { noSsr: true })
