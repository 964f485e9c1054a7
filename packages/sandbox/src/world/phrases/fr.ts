import { lines, type Phrases, phrases } from "./Phrases.ts"

export const fr: Phrases = {
  themes: {
    crashes: phrases(
      "Plante sans arrêt|Ne s’ouvre plus|Cassée depuis la mise à jour",
      "Depuis la dernière mise à jour l’application plante à chaque ouverture.|Elle reste bloquée sur l’écran d’accueil, même réinstallée.|J’ai perdu mon travail trois fois aujourd’hui.",
      "Enfin stable",
      "Plus aucun plantage depuis la mise à jour, merci.|Jamais un plantage en plusieurs mois."
    ),
    login: phrases(
      "Connexion impossible|Compte bloqué",
      "Je suis déconnecté tous les jours et le code n’arrive jamais.|Mot de passe réinitialisé, toujours impossible de se connecter.",
      "Connexion facile",
      "La connexion prend une seconde.|Compte créé en une minute."
    ),
    ads: phrases(
      "Trop de pubs|Que de la publicité",
      "Une pub à chaque clic, c’est devenu inutilisable.|Trente secondes de publicité impossible à passer.",
      "Peu de pubs",
      "Les publicités sont courtes et discrètes.|J’ai payé une fois et plus de pub."
    ),
    pricing: phrases(
      "Abonnement abusif|Beaucoup trop cher|Débité après l’essai",
      "Il faut maintenant un abonnement pour tout.|Débité d’une année alors que j’avais annulé pendant l’essai.|Dix euros par mois, c’est une blague.",
      "Vaut son prix|Bon rapport qualité-prix",
      "L’abonnement vaut son prix.|La version gratuite suffit largement."
    ),
    design: phrases(
      "Nouvelle interface ratée|Pas clair",
      "La nouvelle interface cache tout derrière trois menus.|Le texte est minuscule et le mode sombre illisible.",
      "Très belle interface|Simple et claire",
      "Simple, claire, tout est à sa place.|Même mes parents s’en servent sans aide."
    ),
    sync: phrases(
      "La synchronisation ne marche pas|Toutes mes données perdues",
      "Mon iPhone et mon iPad n’affichent pas les mêmes données.|Après le changement de téléphone, tout avait disparu.",
      "Synchronisation parfaite",
      "Tout arrive sur l’iPad en une seconde.|Nouveau téléphone et tout était là."
    ),
    support: phrases(
      "Aucun support|Personne ne répond",
      "Trois messages au support, aucune réponse humaine.|Le bug est signalé depuis des mois.",
      "Support au top",
      "Réponse du support en une heure.|Les développeurs écoutent vraiment."
    ),
    speed: phrases(
      "Trop lente|Vide la batterie",
      "Il faut trente secondes pour charger.|La batterie est vide à midi depuis l’installation.",
      "Rapide",
      "Elle s’ouvre tout de suite.|Fluide même sur un vieil iPhone."
    ),
    content: phrases(
      "Il manque des fonctions|C’était mieux avant",
      "Les captures ne correspondent pas à l’application.|Ils ont retiré la seule fonction que j’utilisais.",
      "Exactement ce qu’il me fallait|Je recommande|Indispensable",
      "J’utilise {app} tous les jours.|Elle fait exactement ce qu’elle promet.|La meilleure du genre."
    )
  },
  badClosers: lines("À corriger vite.|Supprimée.|Très déçu.|Dommage."),
  goodClosers: lines("Continuez !|Je recommande.|Cinq étoiles.|Merci aux développeurs."),
  shortGood: lines("Super appli|Génial|Très pratique|Parfait|J’adore"),
  shortBad: lines("Nul|Ne marche pas|Perte de temps|Arnaque|À fuir")
}
