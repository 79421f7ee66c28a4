import ButtonBase, { type ButtonBaseTypeMap, type ExtendButtonBase } from '@mui/material/ButtonBase'

/** Over a row that is `relative`: a press anywhere in it is a press of this. */
export const RowCover = ((button: object) => (
  <ButtonBase
    {...button}
    sx={{
      position: 'absolute',
      inset: 0,
      '&:hover': { bgcolor: 'color-mix(in srgb, currentColor 3%, transparent)' },
      '&:focus-visible': { outlineOffset: -3 },
    }}
  />
)) as ExtendButtonBase<ButtonBaseTypeMap>
