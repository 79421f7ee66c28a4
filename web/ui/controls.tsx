import MuiButton, { type ButtonTypeMap } from '@mui/material/Button'
import MuiButtonBase, {
  type ButtonBaseTypeMap,
  type ExtendButtonBase,
} from '@mui/material/ButtonBase'
import MuiIconButton, { type IconButtonTypeMap } from '@mui/material/IconButton'
import MuiLink, { type LinkTypeMap } from '@mui/material/Link'
import type { OverridableComponent } from '@mui/material/OverridableComponent'
import type { ElementType } from 'react'
import { fromTokens, type KitProps } from './style-props.ts'
import type { Lettering, Placement, StyleTokens, TokenProps } from './style-tokens.ts'

function withTokens(Control: ElementType, kept: readonly (keyof StyleTokens)[] = []) {
  return function Placed(props: KitProps) {
    const { attributes, sx } = fromTokens(props, {}, kept)
    return <Control {...attributes} sx={sx} />
  }
}

type ButtonTokens = TokenProps<
  Placement & Pick<Lettering, 'tone' | 'strong' | 'weight'> & Pick<StyleTokens, 'ground'>
>

// MUI's own types: with `component` they take the props of that component.
export const Button = withTokens(MuiButton, ['size']) as ExtendButtonBase<
  ButtonTypeMap<ButtonTokens>
>

export const IconButton = withTokens(MuiIconButton, ['size']) as ExtendButtonBase<
  IconButtonTypeMap<ButtonTokens>
>

/** Anything that is pressed and looks like no button. */
export const Pressable = withTokens(MuiButtonBase) as ExtendButtonBase<
  ButtonBaseTypeMap<TokenProps>
>

export const Link = withTokens(MuiLink) as OverridableComponent<
  LinkTypeMap<TokenProps<Placement & Lettering & Pick<StyleTokens, 'block'>>>
>
