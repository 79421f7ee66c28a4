import swagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { failure } from '#contract/http.ts'
import type { App } from './http.ts'

type Described = Parameters<typeof jsonSchemaTransform>[0]

/** The parts that no route describes: who needs a bearer or an employee's cookie, and the one shape of all refusals. */
function described({ schema, url, route }: Described): Described['schema'] {
  if (!url.startsWith('/api/v1/')) return schema
  const response = { ...(schema?.response ?? {}), default: failure }
  const session = url.startsWith('/api/v1/employee/') ? { employee: [] } : { bearer: [] }
  return { ...schema, response, security: route.preValidation ? [session] : [] }
}

/**
 * The API's own documentation from the schemas that validate: OpenAPI at /api/openapi.json, a page
 * at /api/docs that loads nothing from elsewhere.
 */
export async function documentation(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quincena',
        version: '1',
        description: 'Pays a company’s people in Bitcoin, salaries agreed in dollars.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          employee: { type: 'apiKey', in: 'cookie', name: 'quincena_employee' },
        },
      },
    },
    transform: (route) => jsonSchemaTransform({ ...route, schema: described(route) }),
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  // Loaded only where it is shown: it is a tenth of the program's start.
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  await app.register(async (docs) => {
    // The page styles itself inline and evaluates nothing; it is kept from every other origin.
    docs.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
          "connect-src 'self'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; " +
          "form-action 'none'; frame-ancestors 'none'",
      )
    })
    await docs.register(scalar, {
      routePrefix: '/api/docs',
      configuration: {
        url: '/api/openapi.json',
        favicon: '/favicon.svg',
        withDefaultFonts: false,
        telemetry: false,
        // Options that hand the API's description, and questions about it, to somebody else's
        // service.
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
      },
    })
  })
}
