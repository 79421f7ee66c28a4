import { failure } from '#contract/http.ts'
import { ApiError } from './api-error.ts'
import { i18n } from './i18n.ts'
import { saveFile } from './save-file.ts'
import { token } from './session.ts'

/**
 * Saves a file that only the signed-in may have: a link could not carry the token. Answers once the
 * browser has it.
 */
export async function download(path: string, name: string): Promise<void> {
  const response = await ask(path)
  if (!response.ok) {
    const refused = failure.safeParse(await response.json().catch(() => null))
    const { code, message } = refused.data ?? {
      code: 'UNREADABLE' as const,
      message: i18n.t('errors.unreadable'),
    }
    throw new ApiError(code, message, { status: response.status })
  }
  saveFile(await response.blob(), readFileName(response) ?? name)
}

/** The file's name as the answer says it. */
function readFileName(response: Response): string | null {
  const disposition = response.headers.get('content-disposition') ?? ''
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? null
}

async function ask(path: string): Promise<Response> {
  try {
    return await fetch(`/api/v1${path}`, {
      headers: {
        Authorization: `Bearer ${token() ?? ''}`,
        'Accept-Language': i18n.resolvedLanguage ?? 'es',
      },
      cache: 'no-store',
    })
  } catch (cause) {
    throw new ApiError('NETWORK', i18n.t('errors.networkRead'), { cause })
  }
}
