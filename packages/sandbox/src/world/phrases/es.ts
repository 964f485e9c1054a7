import { lines, type Phrases, phrases } from "./Phrases.ts"

export const es: Phrases = {
  themes: {
    crashes: phrases(
      "Se cierra sola|No abre|Rota desde la actualización",
      "Desde la última actualización se cierra cada vez que la abro.|Se queda en la pantalla de inicio aunque la reinstale.|Hoy perdí mi trabajo tres veces porque se cierra.",
      "Por fin estable",
      "Ya no se cierra desde la actualización, gracias.|Meses de uso sin un solo fallo."
    ),
    login: phrases(
      "No puedo iniciar sesión|Cuenta bloqueada",
      "Me cierra la sesión cada día y el código nunca llega.|Cambié la contraseña y sigo sin poder entrar.",
      "Fácil de configurar",
      "Entrar tarda un segundo.|Creé la cuenta en un minuto."
    ),
    ads: phrases(
      "Demasiados anuncios|Solo publicidad",
      "Un anuncio cada vez que toco algo, no se puede usar.|Anuncios de treinta segundos que no se pueden saltar.",
      "Pocos anuncios",
      "Los anuncios son cortos y no molestan.|Pagué una vez y sin anuncios."
    ),
    pricing: phrases(
      "Trampa de suscripción|Muy cara|Me cobraron tras la prueba",
      "Ahora piden suscripción para todo.|Me cobraron un año aunque cancelé en la prueba.|Diez al mes por esto es un chiste.",
      "Vale lo que cuesta|Buen precio",
      "La suscripción vale cada centavo.|La versión gratis alcanza para casi todo."
    ),
    design: phrases(
      "El nuevo diseño es malo|Confusa",
      "El nuevo diseño esconde todo tras tres menús.|La letra es diminuta y el modo oscuro no se lee.",
      "Muy buen diseño|Fácil de usar",
      "Limpia, sencilla y todo está a la mano.|Hasta mis padres la usan sin ayuda."
    ),
    sync: phrases(
      "No sincroniza|Perdí todos mis datos",
      "El iPhone y el iPad muestran datos distintos.|Cambié de teléfono y desapareció todo.",
      "Sincroniza perfecto",
      "Todo aparece en el iPad en un segundo.|Teléfono nuevo y estaba todo."
    ),
    support: phrases(
      "Sin soporte|Nadie responde",
      "Escribí tres veces y solo contesta un robot.|El error está reportado hace meses y sigue igual.",
      "Excelente soporte",
      "El soporte respondió en una hora.|Los desarrolladores escuchan de verdad."
    ),
    speed: phrases(
      "Muy lenta|Gasta la batería",
      "Tarda medio minuto en cargar.|La batería se acaba al mediodía desde que la instalé.",
      "Rápida",
      "Abre al instante.|Va fluida incluso en un teléfono viejo."
    ),
    content: phrases(
      "Faltan funciones|Antes era mejor",
      "Las capturas no se parecen a la aplicación.|Quitaron la única función que usaba.",
      "Justo lo que necesitaba|La recomiendo|La uso a diario",
      "Uso {app} todos los días.|Hace exactamente lo que promete.|La mejor de su tipo."
    )
  },
  badClosers: lines("Arréglenlo, por favor.|Eliminada.|Muy decepcionado.|Una lástima."),
  goodClosers: lines("¡Sigan así!|Recomendada.|Cinco estrellas.|Gracias a los desarrolladores."),
  shortGood: lines("Excelente|Me encanta|Muy útil|Buenísima|Funciona perfecto"),
  shortBad: lines("Malísima|No funciona|Pérdida de tiempo|Estafa|No la descarguen")
}
