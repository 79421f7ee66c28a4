import type { ReactNode } from 'react'
import { ErrorCode, useDropzone } from 'react-dropzone'
import { useTranslation } from 'react-i18next'
import { i18n } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/controls.tsx'
import { DropArea } from '#web/ui/drop-area.tsx'
import { FieldFault } from '#web/ui/field-fault.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FileUploadIcon } from '#web/ui/icons/file-upload.tsx'
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

/** The place on which a list is dropped, or chosen by the button. */
export function DropZone({ onFile, maxBytes, tooLarge, children }: DropZoneProps) {
  const { t } = useTranslation()
  const { getRootProps, getInputProps, open, isDragActive, fileRejections } = useDropzone({
    onDrop: ([file]) => {
      if (file) onFile(file)
    },
    multiple: false,
    maxSize: maxBytes,
    // Files are told by name and not by type, which depends on what is installed on the person's
    // computer.
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
      <DropArea {...getRootProps()} active={isDragActive}>
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
      </DropArea>
      {refusal !== undefined && (
        <FieldFault role="alert" mt={2}>
          {why}
        </FieldFault>
      )}
    </>
  )
}
