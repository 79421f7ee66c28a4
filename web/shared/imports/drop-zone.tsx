import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import type { ReactNode } from 'react'
import { ErrorCode, useDropzone } from 'react-dropzone'
import { useTranslation } from 'react-i18next'
import { i18n } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/controls.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FileUploadIcon } from '#web/ui/icons/file-upload.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

interface DropZoneProps {
  onFile: (file: File) => void
  maxBytes: number
  /** A larger file is refused with it. */
  tooLarge: string
  /** Beneath the title. */
  children: ReactNode
}

/** Where a list is dropped, or chosen by the button. */
export function DropZone({ onFile, maxBytes, tooLarge, children }: DropZoneProps) {
  const { t } = useTranslation()
  const { getRootProps, getInputProps, open, isDragActive, fileRejections } = useDropzone({
    onDrop: ([file]) => {
      if (file) onFile(file)
    },
    multiple: false,
    maxSize: maxBytes,
    // By its name and not by its type, which depends on what is installed on the person's computer.
    validator: ({ name }) =>
      name !== undefined && !/csv/i.test(name) ? { code: 'csv-name', message: '' } : null,
    noClick: true,
    noKeyboard: true,
  })
  const refusal = fileRejections[0]?.errors[0]?.code
  const why =
    refusal === ErrorCode.TooManyFiles
      ? t('payrolls.csv.refused.tooMany')
      : refusal === ErrorCode.FileTooLarge
        ? tooLarge
        : i18n.t('csv.csvName')
  return (
    <>
      <Box
        {...getRootProps()}
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: { xs: 'stretch', sm: 'center' },
          columnGap: 5,
          rowGap: 3,
          px: { xs: 4, sm: 5 },
          py: 4,
          border: '1px dashed',
          borderColor: isDragActive ? 'anil' : 'lineStrong',
          borderRadius: '12px',
          bgcolor: isDragActive ? 'anilTint' : 'transparent',
          transition: 'background-color 150ms ease-out, border-color 150ms ease-out',
        }}
      >
        <Row gap={4} flex={1} minWidth={0}>
          <Icon as={FileUploadIcon} size={26} tone="anil" flex="none" />
          <div>
            <Text strong>{t('payrolls.csv.select')}</Text>
            {children}
            <input {...getInputProps()} />
          </div>
        </Row>
        <Button onClick={open} flex="none" height={40}>
          {t('payrolls.csv.addFile')}
        </Button>
      </Box>
      {refusal !== undefined && (
        <FormHelperText role="alert" error sx={{ display: 'flex', gap: '7px', mt: 2 }}>
          <Mark name="alert" size={13} mt="3px" />
          <span>{why}</span>
        </FormHelperText>
      )}
    </>
  )
}
