import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles'
import { type Colours, customProperties, dark, fonts, light } from './tokens'

export type Scheme = 'light' | 'dark'

/** A label above its field as a part of its usual size: 13 px, the smallest text there is. */
const SHRUNK = 13 / 15

/** The console's MUI theme in one scheme: flat surfaces with a line, controls of 40 px, no capitals. */
export function consoleTheme(scheme: Scheme): Theme {
  const colours = scheme === 'dark' ? dark : light
  return createTheme({
    palette: palette(scheme, colours),
    shape: { borderRadius: 10 },
    typography: typography(colours),
    components: { ...surfaces(colours), ...controls(colours), ...tables(colours) },
  })
}

function palette(scheme: Scheme, colours: Colours): ThemeOptions['palette'] {
  return {
    mode: scheme,
    primary: { main: colours.pine, contrastText: colours.aufPine },
    // The darker one under the pointer, where that of the library would leave its words too little contrast.
    secondary: { main: colours.sonne, dark: colours.sonneTief, contrastText: colours.aufSonne },
    error: { main: colours.fehler },
    warning: { main: colours.hinweis },
    success: { main: colours.pineMittel },
    info: { main: colours.fokus },
    background: { default: colours.sand, paper: colours.karte },
    divider: colours.linie,
    text: { primary: colours.tinte, secondary: colours.leise },
  }
}

function typography(colours: Colours): ThemeOptions['typography'] {
  const heading = {
    fontFamily: fonts.display,
    color: colours.pine,
    letterSpacing: '-0.01em',
    lineHeight: 1.3,
  }
  return {
    fontFamily: fonts.text,
    fontSize: 15,
    htmlFontSize: 16,
    body1: { fontSize: '0.9375rem', lineHeight: 1.45 },
    body2: { fontSize: '0.875rem', lineHeight: 1.45 },
    caption: { fontSize: '0.8125rem', lineHeight: 1.45, color: colours.leise },
    h1: {
      ...heading,
      fontSize: '2.25rem',
      fontWeight: 650,
      letterSpacing: '-0.025em',
      lineHeight: 1,
    },
    h2: { ...heading, fontSize: '1.25rem', fontWeight: 620 },
    h3: { ...heading, fontSize: '1.0625rem', fontWeight: 620 },
    h6: { ...heading, fontSize: '1.25rem', fontWeight: 620 },
    button: { textTransform: 'none', fontWeight: 600, fontSize: '0.875rem' },
  }
}

function surfaces(colours: Colours): ThemeOptions['components'] {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        ':root': {
          ...customProperties(colours),
          '--font-display': fonts.display,
          '--font-text': fonts.text,
        },
        body: { fontSize: '0.9375rem', lineHeight: 1.45 },
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: { backgroundImage: 'none' },
        rounded: { borderRadius: 12, border: `1px solid ${colours.linie}` },
      },
    },
    MuiAppBar: {
      defaultProps: { color: 'default' },
      styleOverrides: { root: { backgroundColor: colours.papier, color: colours.tinte } },
    },
    MuiDialogTitle: { defaultProps: { variant: 'h2' } },
    MuiTooltip: {
      styleOverrides: {
        tooltip: { fontSize: '0.8125rem', backgroundColor: colours.tinte, color: colours.karte },
      },
    },
    MuiAlert: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { backgroundColor: colours.karte, color: colours.tinte } },
    },
    MuiSnackbarContent: {
      styleOverrides: { root: { backgroundColor: colours.tinte, color: colours.karte } },
    },
  }
}

function controls(colours: Colours): ThemeOptions['components'] {
  return {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: { '&.Mui-focusVisible': { outline: `3px solid ${colours.fokus}`, outlineOffset: 2 } },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, variant: 'outlined' },
      styleOverrides: {
        root: { minHeight: 40, borderRadius: 8, paddingInline: 14 },
        outlined: {
          borderColor: colours.rand,
          color: colours.pine,
          '&:hover': { backgroundColor: colours.pineHell, borderColor: colours.rand },
        },
        sizeSmall: { minHeight: 40 },
      },
      variants: [
        {
          // What cannot be taken back: red, with a double outline, unlike every other button.
          props: { variant: 'outlined', color: 'error' },
          style: {
            border: `3px double ${colours.fehler}`,
            color: colours.fehler,
            '&:hover': {
              backgroundColor: colours.fehlerHell,
              border: `3px double ${colours.fehler}`,
            },
            '&.Mui-disabled': { border: `3px double ${colours.rand}` },
          },
        },
      ],
    },
    MuiIconButton: { styleOverrides: { root: { minWidth: 40, minHeight: 40 } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { backgroundColor: colours.karte },
        notchedOutline: {
          borderColor: colours.rand,
          '& legend': { fontSize: `${SHRUNK}em` },
        },
      },
    },
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
    MuiFormHelperText: {
      styleOverrides: { root: { color: colours.leise, fontSize: '0.8125rem' } },
    },
    MuiInputLabel: {
      styleOverrides: {
        root: {
          color: colours.leise,
          '&.MuiInputLabel-outlined.MuiInputLabel-shrink': {
            transform: `translate(14px, -9px) scale(${SHRUNK})`,
          },
        },
      },
    },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small' } },
    MuiLink: { styleOverrides: { root: { color: colours.pine, fontWeight: 600 } } },
    MuiCheckbox: { styleOverrides: { root: { color: colours.rand, padding: 8 } } },
    MuiMenuItem: { styleOverrides: { root: { minHeight: 44 } } },
    MuiChip: { styleOverrides: { root: { borderRadius: 5 } } },
  }
}

function tables(colours: Colours): ThemeOptions['components'] {
  return {
    MuiTableCell: {
      styleOverrides: {
        root: { padding: '8px 10px', borderColor: colours.linie, fontSize: '0.9375rem' },
        head: { fontSize: '0.8125rem', fontWeight: 600, color: colours.leise },
        paddingCheckbox: { padding: '0 0 0 8px', width: 48 },
      },
    },
    MuiTableRow: {
      styleOverrides: { hover: { '&:hover': { backgroundColor: `${colours.sand} !important` } } },
    },
  }
}
