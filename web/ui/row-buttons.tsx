import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { Link } from 'react-router'
import { DeleteIcon } from './icons/delete.tsx'
import { EditIcon } from './icons/edit.tsx'

interface RowButtonsProps {
  /** The label for screen readers: 'Editar a Ana'. */
  editLabel: string
  /** The path of the screen to edit it on, or what opens the dialog to do so. */
  edit: string | (() => void)
  removeLabel: string
  onRemove: () => void
}

/** Buttons at the end of a table's row or of a card: edit, and delete or remove. */
export function RowButtons({ editLabel, edit, removeLabel, onRemove }: RowButtonsProps) {
  const editing = typeof edit === 'string' ? { component: Link, to: edit } : { onClick: edit }
  return (
    <Box component="span" sx={{ display: 'inline-flex', mr: -2.5 }}>
      <IconButton {...editing} aria-label={editLabel}>
        <EditIcon />
      </IconButton>
      <IconButton onClick={onRemove} aria-label={removeLabel}>
        <DeleteIcon />
      </IconButton>
    </Box>
  )
}
